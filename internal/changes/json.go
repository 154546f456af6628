package changes

import (
	"encoding/json"
	"io"

	"skillpack/catalog"
	"skillpack/internal/diag"
)

// The JSON form of changes. Field names are a promise to scripts, which docs/diff.md
// words.
type (
	report struct {
		Version     int         `json:"version"`
		Old         string      `json:"old"` // digests
		New         string      `json:"new"`
		Differ      bool        `json:"differ"`
		Counts      counts      `json:"counts"`
		Skills      []skillJSON `json:"skills"`
		Server      []field     `json:"server"`
		Described   []described `json:"described"`
		Directories []directory `json:"directories"`
	}
	counts struct {
		Added   int `json:"added"`
		Removed int `json:"removed"`
		Renamed int `json:"renamed"`
		Changed int `json:"changed"`
		Revoked int `json:"revoked"`
	}
	skillJSON struct {
		Change      catalog.ChangeKind `json:"change"`
		URI         string             `json:"uri"`
		OldURI      string             `json:"oldUri,omitempty"`
		Revoked     bool               `json:"revoked"`
		OldListed   *bool              `json:"oldListed,omitempty"`
		NewListed   *bool              `json:"newListed,omitempty"`
		Files       []file             `json:"files"`
		Frontmatter []field            `json:"frontmatter"`
		Widening    []widening         `json:"widening"`
		Limits      []limit            `json:"limits"`
	}
	file struct {
		Change catalog.ChangeKind `json:"change"`
		URI    string             `json:"uri"`
		Path   string             `json:"path"`
		Nested string             `json:"nested,omitempty"`
		Old    *ref               `json:"old,omitempty"`
		New    *ref               `json:"new,omitempty"`
		Lines  *lines             `json:"lines,omitempty"`
	}
	ref struct {
		Digest string `json:"digest"`
		Size   int64  `json:"size"`
	}
	lines struct {
		Added   int `json:"added"`
		Removed int `json:"removed"`
	}
	field struct {
		Path []string         `json:"path"`
		Old  *json.RawMessage `json:"old,omitempty"`
		New  *json.RawMessage `json:"new,omitempty"`
	}
	widening struct {
		Kind   catalog.WideningKind `json:"kind"`
		URI    string               `json:"uri"`
		Detail string               `json:"detail,omitempty"`
	}
	limit struct {
		Limit string `json:"limit"`
		Old   int64  `json:"old"`
		New   int64  `json:"new"`
		Max   int64  `json:"max"`
	}
	described struct {
		URI string      `json:"uri"`
		Old description `json:"old"`
		New description `json:"new"`
	}
	description struct {
		Name        string `json:"name"`
		Description string `json:"description,omitempty"`
		MIMEType    string `json:"mimeType"`
	}
	directory struct {
		Change catalog.ChangeKind `json:"change"`
		URI    string             `json:"uri"`
	}
)

// WriteJSON prints changes as one JSON object, version 1, in which every list is there
// and sorted, and nothing is cut short.
func WriteJSON(w io.Writer, c *catalog.Changes) error {
	out := report{
		Version: 1, Old: c.Old.Digest(), New: c.New.Digest(), Differ: !c.Empty(),
		Counts: counts{c.Count(catalog.Added), c.Count(catalog.Removed), c.Count(catalog.Renamed), c.Count(catalog.Changed), c.Revoked()},
		Skills: []skillJSON{}, Server: fields(c.Server), Described: []described{}, Directories: []directory{},
	}
	for i := range c.Skills {
		out.Skills = append(out.Skills, skillOf(&c.Skills[i]))
	}
	for _, d := range c.Described {
		out.Described = append(out.Described, described{d.URI, descriptionOf(d.Old), descriptionOf(d.New)})
	}
	for _, d := range c.Directories {
		out.Directories = append(out.Directories, directory{d.Kind, d.URI})
	}
	return diag.WriteSafeJSON(w, out)
}

func skillOf(s *catalog.SkillChange) skillJSON {
	out := skillJSON{
		Change: s.Kind, URI: s.URI(), Revoked: s.Revoked(),
		Files: []file{}, Frontmatter: fields(s.Frontmatter), Widening: []widening{}, Limits: []limit{},
	}
	if s.Old != nil {
		out.OldListed = &s.OldListed
	}
	if s.New != nil {
		out.NewListed = &s.NewListed
	}
	if s.Kind == catalog.Renamed {
		out.OldURI = s.Old.URI
	}
	for _, f := range s.Files {
		out.Files = append(out.Files, file{f.Kind, f.URI, f.Path, f.Nested, refOf(f.Old), refOf(f.New), (*lines)(f.Lines)})
	}
	for _, w := range s.Widening {
		out.Widening = append(out.Widening, widening(w))
	}
	for _, l := range s.Limits {
		out.Limits = append(out.Limits, limit(l))
	}
	return out
}

func refOf(r *catalog.Ref) *ref {
	if r == nil {
		return nil
	}
	return &ref{r.Digest, r.Size}
}

// fields keeps a value that is null apart from one that is not there.
func fields(changes []catalog.FieldChange) []field {
	out := make([]field, len(changes))
	for i := range changes {
		f := &changes[i]
		out[i].Path = f.Path
		if f.Old != nil {
			out[i].Old = &f.Old
		}
		if f.New != nil {
			out[i].New = &f.New
		}
	}
	return out
}

func descriptionOf(r catalog.Resource) description {
	return description{r.Name, r.Description, r.MIMEType}
}
