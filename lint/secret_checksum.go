package lint

import "hash/crc32"

// endsInChecksum reports whether the last six characters of a text are the checksum of
// those before, as in GitHub's tokens: their CRC-32 to the base of 62. One in four
// thousand million made-up tokens passes.
func endsInChecksum(text string) bool {
	const digits, length = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 6
	if len(text) < length {
		return false
	}
	at := len(text) - length
	sum := crc32.ChecksumIEEE([]byte(text[:at]))
	for i := len(text) - 1; i >= at; i-- {
		if text[i] != digits[sum%62] {
			return false
		}
		sum /= 62
	}
	return true
}
