package discovery

import (
	"fmt"
	"strings"
)

// Sizes of the ustar format (POSIX.1-1988), in bytes.
const (
	ustarBlock  = 512
	ustarName   = 100
	ustarPrefix = 155
)

// splitUstar divides a path into the two fields that hold it, the prefix as long as it can be.
// ok is false for a path that they cannot hold.
func splitUstar(path string) (prefix, name string, ok bool) {
	if len(path) <= ustarName {
		return "", path, path != ""
	}
	cut := strings.LastIndexByte(path[:min(len(path), ustarPrefix+1)], '/')
	if cut <= 0 {
		return "", "", false
	}
	prefix, name = path[:cut], path[cut+1:]
	return prefix, name, name != "" && len(name) <= ustarName
}

// ustarHeader returns the header of a regular file of root's with a time of 0. The path, which
// splitUstar must accept, is written as its bytes, UTF-8 as everywhere. archive/tar refuses
// that for want of a standard and would write an extended header, which simple readers drop,
// and with it all but the first 100 bytes of the name.
func ustarHeader(path string, size int64, mode int) [ustarBlock]byte {
	var h [ustarBlock]byte
	prefix, name, _ := splitUstar(path)
	copy(h[0:100], name)
	copy(h[100:108], fmt.Sprintf("%07o", mode))
	copy(h[108:116], "0000000") // owner
	copy(h[116:124], "0000000") // group
	copy(h[124:136], fmt.Sprintf("%011o", size))
	copy(h[136:148], "00000000000") // time
	copy(h[148:156], "        ")    // the sum counts its own field as blanks
	h[156] = '0'                    // a regular file
	copy(h[257:265], "ustar\x0000")
	copy(h[329:337], "0000000") // device
	copy(h[337:345], "0000000")
	copy(h[345:500], prefix)
	sum := 0
	for _, b := range h {
		sum += int(b)
	}
	copy(h[148:155], fmt.Sprintf("%06o\x00", sum))
	return h
}
