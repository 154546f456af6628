package catalog

import (
	"encoding/base64"
	"io"
	"unsafe"

	"skillpack/internal/protocol"
)

// AppendMember appends the member of a content with some bytes, as Content.Wire has it; text
// is what protocol.IsText says of them.
func AppendMember(b, data []byte, text bool) []byte {
	if text {
		said := unsafe.String(unsafe.SliceData(data), len(data)) // nobody changes it meanwhile
		return protocol.AppendText(append(b, textStart[:len(textStart)-1]...), said)
	}
	return append(base64.StdEncoding.AppendEncode(append(b, blobStart...), data), '"')
}

// BlobSize is how many bytes the member has of a content that is no text, from its own size.
func BlobSize(size int64) int64 {
	const group, digits = 3, 4 // of base64
	return int64(len(blobStart)) + (size+group-1)/group*digits + 1
}

// WriteBlob writes what AppendMember appends of a content that is no text, piece by piece, each
// put together in memory, which it returns as it became.
func WriteBlob(w io.Writer, data, memory []byte) ([]byte, error) {
	const piece = 48 << 10 // a multiple of three
	memory = append(memory[:0], blobStart...)
	for ; len(data) > piece; data = data[piece:] {
		memory = base64.StdEncoding.AppendEncode(memory, data[:piece])
		if _, err := w.Write(memory); err != nil {
			return memory, err
		}
		memory = memory[:0]
	}
	memory = append(base64.StdEncoding.AppendEncode(memory, data), '"')
	_, err := w.Write(memory)
	return memory, err
}
