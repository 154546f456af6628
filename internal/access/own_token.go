package access

import "fmt"

// OwnToken returns the first token of a file, for a client that shows it, and what is
// unsafe about the file, "" for nothing. The file is as OpenTokens reads it, but a token
// may have any length, since others issued it. An error never quotes the token.
func OwnToken(path string) (token, warning string, err error) {
	text, info, err := readTokenFile(path)
	if err != nil {
		return "", "", fmt.Errorf("bearer token: %w", err)
	}
	for number, token := range tokenLines(text) {
		if err := checkCharacters(token); err != nil {
			return "", "", fmt.Errorf("bearer token: %s:%d: %w", path, number, err)
		}
		return token, unsafeMode(path, info), nil
	}
	return "", "", fmt.Errorf("bearer token: %q holds none; expected it in the first line", path)
}
