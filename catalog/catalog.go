// Package catalog is the frozen form of a tree of skills: one self-contained,
// reproducible, sealed JSON file whose values are the bytes that a server sends.
//
// A Catalog comes from build.Compile (not frozen) or from Open, Decode or Freeze
// (frozen). A frozen catalog has passed every check, can be served as it is, and is
// read-only: any number of goroutines may use it.
//
// # Format, version 1
//
// UTF-8, one JSON object, these lines in this order, each ended by "\n":
//
//	{"skillpack":1,
//	"server":{"name":…,"version":…,"instructions":…,"ttlMs":…,"cacheScope":…},
//	"skills":[
//	{"uri":…,"frontmatter":{…},"resources":[{"uri":…,"digest":…,"size":…},…]},
//	…
//	],
//	"unlisted":[
//	…entries as in skills…
//	],
//	"resources":[
//	{"uri":…,"name":…,"description":…,"mimeType":…,"size":…},
//	…
//	],
//	"directories":[
//	{"uri":…,"resources":[{…},…]},
//	…
//	],
//	"contents":[
//	{"digest":…,"text":…},
//	{"digest":…,"blob":…}
//	],
//	"seal":"sha256:…"}
//
// The last item of a list has no comma; an empty list is its opening and closing
// lines alone. "instructions" and "description" are left out where empty. A
// directory among a directory's resources has no "size".
//
// There is no white space outside strings. Strings are valid UTF-8 and escape only
// what JSON requires (quote, backslash, controls, the short form where there is
// one, else \u00xx in lower case) and U+2028 and U+2029. "ttlMs" and "size" are
// whole numbers from 0 to 2^53 without leading zeros.
//
// Lists are sorted by uri, contents by digest, all by byte order and without
// repeats; so are the resources of an entry and of a directory. Every uri is a
// scheme in lower case, "://" and segments joined by "/", each UTF-8 and neither
// empty, "." or ".." nor with "/", "\" or NUL in it; of its bytes all but letters,
// digits, "-", ".", "_" and "~" are written %XX in upper case. A digest is "sha256:"
// and 64 lower-case hexadecimal digits.
//
// "frontmatter" is an object nested at most 128 deep, itself counted, its keys in
// any order, none twice in one object and none "__proto__". Its numbers are written
// as the author wrote them and are finite as a double. It has a "name" that is a
// string, not empty, and a "description" that is a string of 1 to 1024 code points.
//
// A content has a "text" where its bytes are valid UTF-8 without NUL and not empty,
// and else a "blob", base64 with padding. "seal" is the SHA-256 of every byte before
// the line that holds it.
//
// The parts agree:
//
//   - An entry's uri is that of SKILL.md in a directory whose decoded last segment is
//     the frontmatter's name. No uri is in both skills and unlisted.
//   - An entry's resources are exactly the resources of the catalog in its directory,
//     those of nested skills too, at most 512 of at most 16 MiB in sum.
//   - Each of the resources is in an entry, with the same size there; where it is in
//     several, with the same digest. Its digest is that of a content of its size, and
//     every content is some resource's.
//   - The resource of a SKILL.md has the frontmatter's name and description and the
//     mimeType "text/markdown". Every resource has a name and a mimeType, never
//     "inode/directory".
//   - The directories are trees: each skill's directory that no other skill encloses
//     is a root, and every other directory is a child of one, with its decoded last
//     segment as its name and the mimeType "inode/directory". Every resource is a
//     child of its directory, there as it is among the resources.
//
// Decode accepts exactly the bytes that Encode writes.
package catalog

import (
	"encoding/json"
	"io"
)

// Version is the format version that this package reads and writes.
const Version = 1

// Catalog is a whole catalog. Build one by filling the exported fields, sorted as
// the format says; Encode checks and writes it.
type Catalog struct {
	Server      Server
	Skills      []Entry     // listed skills
	Unlisted    []Entry     // served but not listed
	Resources   []Resource  // every file of every skill
	Directories []Directory // every directory of every skill, empty ones too
	Contents    []Content   // each distinct content once

	index *index // set by Decode: the catalog is frozen
}

// Server holds the settings of the server, frozen with the skills.
type Server struct {
	Name         string // as reported to clients; not empty
	Version      string
	Instructions string // P10; "" for none
	TTLMs        int64  // freshness hint of listings, in milliseconds (P2)
	CacheScope   string // "public" or "private"
}

// Entry is a skill entry (E1, E2). Its wire form is the object of skills/list.
type Entry struct {
	URI         string          // of SKILL.md
	Frontmatter json.RawMessage // an object in canonical form, keys in the order written
	Resources   []Ref           // complete (E3), sorted by URI

	wire []byte
}

// Ref is one file of an entry (E3, E4).
type Ref struct {
	URI    string
	Digest string // "sha256:" and 64 lower-case hexadecimal digits
	Size   int64  // bytes
}

// Resource is a resource object as resources/list sends it (M5, M8).
type Resource struct {
	URI         string
	Name        string
	Description string // "" for none
	MIMEType    string // "inode/directory" for a directory
	Size        int64  // bytes; not sent for a directory

	wire []byte
}

// Directory is a directory resource and its direct children (P4).
type Directory struct {
	URI      string
	Children []Resource // files and directories, sorted by URI
}

// Content is the bytes of one or more files.
type Content struct {
	Digest string // of the bytes, in the form of Ref.Digest
	Size   int64  // bytes
	// Read returns the bytes. In a catalog to be encoded it is set by the builder and
	// called once, while those of other contents are called too; Encode fails if size or
	// digest differ. In a frozen catalog it is nil; use Bytes.
	Read func() ([]byte, error)
	// Append is Read that appends the bytes to dst; Encode calls it instead of Read where it
	// is set, with memory that it uses for many contents.
	Append func(dst []byte) ([]byte, error)
	// WriteMember writes what AppendMember made of the bytes when their digest was taken. Encode
	// calls it where it is set, and neither of the others, and trusts it. The writer is an
	// io.ReaderFrom.
	WriteMember func(io.Writer) error

	wire []byte // `"text":"…"` or `"blob":"…"`
}
