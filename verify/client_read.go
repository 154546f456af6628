package verify

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// File is what resources/read answered. Its bytes are checked by a Session, not here.
type File struct {
	URI      string
	MIMEType string // "" for none
	Data     []byte
	Text     bool // it came as "text", not as "blob"
}

// GetSkill asks for the entry of a skill (P3). Where that is of invalid form the error
// is an *EntryError.
func (c *Client) GetSkill(ctx context.Context, uri string) (Entry, error) {
	var raw json.RawMessage
	err := c.ask(ctx, methodSkill, map[string]any{"uri": uri}, func(fields map[string]json.RawMessage) error {
		raw = fields["skill"]
		if raw == nil {
			return errors.New(`its "skill" is missing, expected an entry`)
		}
		return nil
	})
	if err != nil {
		return Entry{}, err
	}
	entry, err := ParseEntry(raw)
	if err == nil && entry.URI != uri {
		err = &AnswerError{Method: methodSkill, Reason: fmt.Sprintf("found the entry of %s, expected that of %s", quote(entry.URI), quote(uri)), Excerpt: excerpt(raw)}
	}
	return entry, err
}

// ReadSkillURI reads one file (P5). It checks that the answer is one content, of the URI
// asked for; it does not check size and digest.
func (c *Client) ReadSkillURI(ctx context.Context, uri string) (File, error) {
	var f File
	err := c.ask(ctx, methodRead, map[string]any{"uri": uri}, func(fields map[string]json.RawMessage) error {
		contents, err := list(fields, "contents")
		if err != nil {
			return err
		}
		if len(contents) != 1 {
			return fmt.Errorf("it has %s, expected one", count(len(contents), "content"))
		}
		f, err = parseFile(contents[0], uri)
		return err
	})
	return f, err
}

// parseFile reads a content that must be that of a URI.
func parseFile(raw json.RawMessage, uri string) (File, error) {
	fields, err := members(raw)
	if err != nil {
		return File{}, fmt.Errorf("its content: %w", err)
	}
	var f File
	if f.URI, err = text(fields, "uri"); err != nil {
		return f, err
	}
	if f.URI != uri {
		return f, fmt.Errorf("found the content of %s, expected that of %s", quote(f.URI), quote(uri))
	}
	if f.MIMEType, err = optionalText(fields, "mimeType"); err != nil {
		return f, err
	}
	f.Data, f.Text, err = contentBytes(fields)
	return f, err
}

// contentBytes decodes the one of "text" and "blob" that a content has.
func contentBytes(fields map[string]json.RawMessage) (b []byte, isText bool, err error) {
	isText = fields["text"] != nil
	switch isBlob := fields["blob"] != nil; {
	case isText && isBlob:
		return nil, false, errors.New(`it has "text" and "blob", expected one of them`)
	case !isText && !isBlob:
		return nil, false, errors.New(`it has neither "text" nor "blob", expected one of them`)
	}
	b, err = data(fields, isText)
	return b, isText, err
}

func data(fields map[string]json.RawMessage, isText bool) ([]byte, error) {
	if isText {
		s, err := text(fields, "text")
		return []byte(s), err
	}
	blob, err := text(fields, "blob")
	if err != nil {
		return nil, err
	}
	b, err := base64.StdEncoding.Strict().DecodeString(blob)
	if err != nil || strings.ContainsAny(blob, "\r\n") {
		return nil, errors.New(`its "blob" is not base64 with padding and without line breaks`)
	}
	return b, nil
}
