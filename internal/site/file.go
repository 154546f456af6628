package site

import "io"

// Class says what a file is to a web host: which headers go with it.
type Class uint8

// The classes of files.
const (
	Page      Class = iota // HTML of ours
	Raw                    // bytes of a skill, sent as a download
	Image                  // a raster image of a skill, which pages show
	Asset                  // style sheet, script, search data: the path names the content
	Text                   // llms.txt, robots.txt, sitemap.xml and the like
	Discovery              // indexes for other tools
	Archive                // a whole skill, for other tools
	Header                 // settings for web hosts
)

// File is one file of a site.
type File struct {
	Path   string // below the root, "/"-separated, decoded
	Type   string // media type, with charset where it is text of ours
	Class  Class
	Name   string // file name to offer for a download; "" for that in the link to it
	Digest string // of the bytes, as protocol.Digest; "" where only making them tells
	// Bytes makes the content: the same at each call, the caller's to keep but not to change.
	Bytes func() ([]byte, error)

	write func(io.Writer) error // the same in pieces, which takes less memory; nil to use Bytes
}
