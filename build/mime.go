package build

import (
	"path"
	"strings"

	"skillpack/internal/protocol"
)

const (
	markdownType = "text/markdown"
	textType     = "text/plain"
	binaryType   = "application/octet-stream"
)

// mimeType returns the type of a file from its name alone, and for a name that the
// table does not know from whether its bytes are text. The table is part of the
// program: what the host system thinks of a name plays no part.
func mimeType(name string, text bool) string {
	if path.Base(name) == protocol.ManifestName {
		return markdownType
	}
	if t := typeByExtension[strings.ToLower(path.Ext(name))]; t != "" {
		return t
	}
	if text {
		return textType
	}
	return binaryType
}

// typeByExtension is only ever read. Source code without a registered type is plain
// text, so that no client takes it for something to run.
var typeByExtension = map[string]string{
	".adoc":       textType,
	".bash":       "application/x-sh",
	".bat":        textType,
	".c":          "text/x-c",
	".cc":         "text/x-c++",
	".cfg":        textType,
	".cjs":        "text/javascript",
	".cmd":        textType,
	".conf":       textType,
	".cpp":        "text/x-c++",
	".cs":         textType,
	".css":        "text/css",
	".csv":        "text/csv",
	".diff":       textType,
	".docx":       "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".env":        textType,
	".fish":       "application/x-sh",
	".gif":        "image/gif",
	".go":         "text/x-go",
	".gz":         "application/gzip",
	".h":          "text/x-c",
	".hpp":        "text/x-c++",
	".htm":        "text/html",
	".html":       "text/html",
	".ico":        "image/x-icon",
	".ini":        textType,
	".java":       "text/x-java",
	".jpeg":       "image/jpeg",
	".jpg":        "image/jpeg",
	".js":         "text/javascript",
	".json":       "application/json",
	".jsonl":      "application/x-ndjson",
	".jsx":        "text/x-typescript",
	".kt":         textType,
	".log":        textType,
	".lua":        textType,
	".map":        "application/json",
	".markdown":   markdownType,
	".md":         markdownType,
	".mjs":        "text/javascript",
	".mp3":        "audio/mpeg",
	".mp4":        "video/mp4",
	".ndjson":     "application/x-ndjson",
	".otf":        "font/otf",
	".patch":      textType,
	".pdf":        "application/pdf",
	".php":        textType,
	".pl":         textType,
	".png":        "image/png",
	".pptx":       "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	".properties": textType,
	".ps1":        textType,
	".py":         "text/x-python",
	".r":          textType,
	".rb":         "text/x-ruby",
	".rs":         "text/x-rust",
	".rst":        textType,
	".sh":         "application/x-sh",
	".sql":        "application/sql",
	".svg":        "image/svg+xml",
	".swift":      textType,
	".tar":        "application/x-tar",
	".text":       textType,
	".tgz":        "application/gzip",
	".tmpl":       textType,
	".toml":       "application/toml",
	".ts":         "text/x-typescript",
	".tsv":        "text/tab-separated-values",
	".tsx":        "text/x-typescript",
	".ttf":        "font/ttf",
	".txt":        textType,
	".wasm":       "application/wasm",
	".wav":        "audio/wav",
	".webm":       "video/webm",
	".webp":       "image/webp",
	".woff":       "font/woff",
	".woff2":      "font/woff2",
	".xlsx":       "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".xml":        "application/xml",
	".xsd":        "application/xml",
	".xsl":        "application/xml",
	".yaml":       "application/yaml",
	".yml":        "application/yaml",
	".zip":        "application/zip",
	".zsh":        "application/x-sh",
}
