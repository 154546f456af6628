package main

import "strings"

// command is the command line that writes the catalog which --check asked for, to be
// pasted into a shell: one without the directory or a flag would write another catalog.
func (o buildOptions) command(given overrides) string {
	words := []string{"skillpack", "build", o.dir, "-o", o.output}
	if given.prefix != nil {
		words = append(words, "--prefix", *given.prefix)
	}
	if given.scheme != nil {
		words = append(words, "--scheme", *given.scheme)
	}
	if o.skipInvalid {
		words = append(words, "--skip-invalid")
	}
	if o.strict {
		words = append(words, "--strict")
	}
	for i, word := range words {
		words[i] = shellQuoted(word)
	}
	return strings.Join(words, " ")
}

// shellQuoted returns a word as a POSIX shell reads it back, in quotes only where it
// needs them.
func shellQuoted(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+,="
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
