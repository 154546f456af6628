package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"strings"

	"skillpack/catalog"
	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/reuse"
	"skillpack/internal/skill"
)

// outcome is what a build that succeeded says, and what it made. With --cache it is
// remembered.
type outcome struct {
	Found   []diag.Diagnostic
	Refused string // as build.Refused
	Summary summary
}

func (r *outcome) writeRefused(o buildOptions, w io.Writer) {
	if r.Refused != "" && !o.quiet {
		fmt.Fprintf(w, "skillpack: %s\n", diag.Printable(r.Refused))
	}
}

// past is what is remembered of builds of a tree; nil without --cache.
type past struct {
	memory     *reuse.Memory
	listed     *reuse.Listed // the tree as it is read
	configText []byte
}

// past returns what is remembered of builds like this one.
func (o buildOptions) past(given overrides) (*past, error) {
	if o.cache == "" || o.output == toStdout {
		return nil, nil
	}
	root, err := rootOf(o.dir)
	if err != nil {
		return nil, err
	}
	if err := checkCache(root, o.cache); err != nil {
		return nil, err
	}
	config, err := readRegular(filepath.Join(o.dir, skill.ConfigName))
	if err != nil {
		return nil, err
	}
	attributes, err := attributesAbove(root)
	if err != nil {
		return nil, err
	}
	output := below(root, o.output)
	text := func(s *string) string {
		if s == nil {
			return "-"
		}
		return fmt.Sprintf("%q", *s)
	}
	files, ok := skill.Disk(root).(fs.ReadLinkFS)
	if !ok {
		return nil, nil
	}
	memory := &reuse.Memory{
		Folder: o.cache, Program: program(), Root: root, Files: files,
		Use: fmt.Sprintf("%q %q %s %s %v %v %d %q %q", root, output, text(given.prefix), text(given.scheme),
			o.skipInvalid, o.strict, os.Geteuid(), config, attributes),
		Skip: func(file string) bool {
			return skill.IsVersionControl(path.Base(file)) || skill.IsOutput(file, output)
		},
	}
	return &past{memory, memory.Begin(), config}, nil
}

// program tells this program from any other, and from itself built of other sources.
func program() string {
	var b strings.Builder
	fmt.Fprint(&b, version())
	if info, ok := debug.ReadBuildInfo(); ok {
		fmt.Fprint(&b, info)
	}
	if file, err := os.Executable(); err == nil {
		if info, err := os.Stat(file); err == nil {
			fmt.Fprint(&b, file, info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}

// recall returns what the last build of the tree said, or nil where the tree changed since
// or the catalog is not the one that it gives. The catalog is read meanwhile.
func (p *past) recall(output string) *outcome {
	if p == nil || p.memory.IsEmpty() {
		return nil
	}
	sealed := make(chan catalog.Info, 1)
	go func() {
		info, _ := catalog.ReadSeal(output) // no seal is none that is remembered
		sealed <- info
	}()
	known := p.known()
	if info := <-sealed; known == nil || info.Digest == "" || info.Digest != known.Summary.Digest {
		return nil
	}
	return known
}

// files is the tree; what it lists is known to keep. It is nil where nothing is remembered.
func (p *past) files() fs.FS {
	if p == nil {
		return nil
	}
	return p.listed
}

// loaded says that the tree was read, so that nobody lists it any more.
func (p *past) loaded() {
	if p != nil {
		p.listed.Forget()
	}
}

func (p *past) known() *outcome {
	state, err := p.listed.State()
	if err != nil {
		return nil
	}
	data, ok := p.memory.Recall(state)
	if !ok {
		return nil
	}
	known := new(outcome)
	if gob.NewDecoder(bytes.NewReader(data)).Decode(known) != nil {
		return nil
	}
	return known
}

// keep remembers a build of a tree. A folder that cannot be written makes no build fail.
func (p *past) keep(made *outcome, tree *skill.Tree) {
	if p == nil {
		return
	}
	state, err := p.listed.State()
	if err != nil {
		return
	}
	var data bytes.Buffer
	if gob.NewEncoder(&data).Encode(made) != nil {
		return
	}
	_ = p.memory.Keep(state, data.Bytes(), func(file string) string {
		if f := tree.File(file); f != nil {
			return f.Digest()
		}
		return ""
	})
}

// source returns the bytes of a file that a remembered finding is in, as Tree.Source does:
// the file is what it was.
func (p *past) source(file string) []byte {
	if file == skill.ConfigName {
		return p.configText
	}
	name := filepath.Join(p.memory.Root, filepath.FromSlash(file))
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() || info.Size() > protocol.MaxBytes {
		return nil
	}
	data, err := os.ReadFile(name)
	if err != nil || !protocol.IsText(data) && path.Base(file) != protocol.ManifestName {
		return nil
	}
	return data
}

// replay says what a build said, of a catalog that is there already.
func (o buildOptions) replay(made *outcome, source diag.Source, std stdio) error {
	if !o.quiet {
		noteUnread(o.dir, std.err)
	}
	if err := o.writeFindings(made.Found, source, std); err != nil {
		return err
	}
	made.writeRefused(o, std.err)
	if o.check {
		return writeComparison(o, made.Summary.Digest, nil, std)
	}
	return o.writeSummary(made.Summary, std)
}
