package markup

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"path"
	"strings"
	"unicode/utf8"
)

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
// have the last word: UTF-8 without NUL is never Raster or Binary, and of all else what
// begins as a raster image does is Raster. An empty file is Text.
func KindOf(data []byte, name, mediaType string) Kind {
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		if RasterExtension(data) != "" {
			return Raster
		}
		return Binary
	}
	switch ext := strings.ToLower(path.Ext(name)); {
	case ext == ".md" || ext == ".markdown" || mediaType == "text/markdown":
		return MarkdownText
	case (ext == ".svg" || mediaType == "image/svg+xml") && bytes.Contains(data, []byte("<svg")):
		return SVG
	}
	return Text
}

// RasterExtension returns the extension, without a dot, of the raster image that the
// first bytes of a file are: png, jpg, gif, webp or avif; "" for anything else.
func RasterExtension(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return "png"
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		return "jpg"
	case bytes.HasPrefix(head, []byte("GIF87a")), bytes.HasPrefix(head, []byte("GIF89a")):
		return "gif"
	case len(head) >= 16 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP" && string(head[12:15]) == "VP8":
		return "webp"
	case len(head) >= 12 && string(head[4:8]) == "ftyp" && (string(head[8:12]) == "avif" || string(head[8:12]) == "avis"):
		return "avif"
	}
	return ""
}

// MaxSVGData is the largest SVG, in bytes, that SVGData takes.
const MaxSVGData = 128 << 10

// SVGData returns a data: URI of an SVG for <img>, where it can run nothing and load
// nothing. ok is false for an empty one and for more than MaxSVGData bytes.
func SVGData(data []byte) (uri template.URL, ok bool) {
	if len(data) == 0 || len(data) > MaxSVGData {
		return "", false
	}
	return template.URL(svgData + base64.StdEncoding.EncodeToString(data)), true
}
