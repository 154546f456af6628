package lint

import (
	"bytes"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

// The tests write trees as txtar. Behind a file's name may stand what makes the tree
// real:
//
//	-- x/big.bin (16777217 bytes) --  the content over and over up to that size; NULs for none
//	-- x/SKILL.md (repeats) --        a line that ends in " (x40)" stands there 40 times
//	-- x/f*.txt (513 files) --        a file for each number, in place of the "*"
//	-- x/run.sh (executable) --
//	-- x/a.md (escaped) --            the content has Go's escapes, such as \x00 \u202e \r
//	-- x/a\tb.md (escaped name) --    likewise the name
//	-- x/empty (directory) --
//	-- x/s (socket) --
//	-- x/a.txt -> ../../.env --       a symbolic link
//
// Several remarks stand in one pair of parentheses, with commas.
var headerForm = regexp.MustCompile(`^(.+?)(?: -> (.+?))?(?: \(([^()]+)\))?$`)

// sourceTree makes the file system of the files of an archive.
func sourceTree(files []txtar.File) (fstest.MapFS, error) {
	fsys := fstest.MapFS{}
	for _, f := range files {
		s, err := parseTreeFile(f)
		if err != nil {
			return nil, fmt.Errorf("-- %s --: %w", f.Name, err)
		}
		for i := range s.count {
			fsys[strings.ReplaceAll(s.name, "*", strconv.Itoa(i+1))] = s.file
		}
		if s.count == 0 {
			fsys[s.name] = s.file
		}
	}
	return fsys, nil
}

// treeFile is one header with its content.
type treeFile struct {
	name  string
	count int // how many files the "*" of the name stands for, 0 for a name as it is
	file  *fstest.MapFile
}

func parseTreeFile(f txtar.File) (*treeFile, error) {
	parts := headerForm.FindStringSubmatch(f.Name)
	s := &treeFile{name: parts[1], file: &fstest.MapFile{Data: f.Data, Mode: 0o644}}
	if target := parts[2]; target != "" {
		s.file = &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink | 0o777}
	}
	for remark := range strings.SplitSeq(parts[3], ",") {
		if err := s.apply(strings.TrimSpace(remark)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *treeFile) apply(remark string) (err error) {
	switch number, unit, _ := strings.Cut(remark, " "); {
	case remark == "":
	case remark == "executable":
		s.file.Mode = 0o755
	case remark == "directory":
		s.file.Mode = fs.ModeDir | 0o755
	case remark == "socket":
		s.file.Mode = fs.ModeSocket | 0o644
	case remark == "repeats":
		s.file.Data = repeated(s.file.Data)
	case remark == "escaped":
		s.file.Data, err = unescape(string(s.file.Data))
	case remark == "escaped name":
		var name []byte
		name, err = unescape(s.name)
		s.name = string(name)
	case unit == "files":
		s.count, err = strconv.Atoi(number)
	case unit == "bytes":
		err = s.fill(number)
	default:
		return fmt.Errorf("unknown remark %q", remark)
	}
	return err
}

// fill repeats the content up to a size.
func (s *treeFile) fill(number string) error {
	size, err := strconv.Atoi(number)
	if len(s.file.Data) == 0 {
		s.file.Data = []byte{0}
	}
	s.file.Data = bytes.Repeat(s.file.Data, size/len(s.file.Data)+1)[:size]
	return err
}

var timesForm = regexp.MustCompile(`(?m)^(.*) \(x(\d+)\)$\n?`)

// repeated writes out the lines that say how often they stand.
func repeated(text []byte) []byte {
	return timesForm.ReplaceAllFunc(text, func(line []byte) []byte {
		parts := timesForm.FindSubmatch(line)
		n, _ := strconv.Atoi(string(parts[2]))
		return bytes.Repeat(append(parts[1], '\n'), n)
	})
}

// unescape undoes the escapes of a Go string; quotes and ends of line stand for themselves.
func unescape(text string) ([]byte, error) {
	var out []byte
	for text != "" {
		r, multibyte, rest, err := strconv.UnquoteChar(text, 0)
		if err != nil {
			return nil, fmt.Errorf("bad escape at %.20q", text)
		}
		if text = rest; multibyte {
			out = append(out, string(r)...)
		} else {
			out = append(out, byte(r))
		}
	}
	return out, nil
}
