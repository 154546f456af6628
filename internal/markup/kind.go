package markup

import "html/template"

// Kind says how a file is viewed.
type Kind uint8

// The kinds of file.
const (
	Binary       Kind = iota // by Hex
	Text                     // by Code
	MarkdownText             // by Markdown
	Raster                   // by <img>, see RasterExtension
	SVG                      // text, and by <img> with SVGData
)

// KindOf classifies a file by its bytes, its name and its media type, of which the bytes
// have the last word: what is not text is never one of Text, MarkdownText and SVG.
func KindOf(data []byte, name, mediaType string) Kind { return Binary }

// RasterExtension returns the extension, without a dot, of the raster image that the
// first bytes of a file are: png, jpg, gif, webp or avif; "" for anything else.
func RasterExtension(head []byte) string { return "" }

// SVGData returns a data: URI of an SVG for <img>, where it can run nothing and load nothing.
// ok is false for more than MaxSVGData bytes.
func SVGData(data []byte) (uri template.URL, ok bool) { return "", false }

// MaxSVGData is the largest SVG, in bytes, that SVGData takes.
const MaxSVGData = 128 << 10
