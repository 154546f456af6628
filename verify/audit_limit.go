package verify

import "context"

// What stands in a message beside the bytes of a file, and how much longer than a file
// its JSON can be: a control character takes six bytes.
const (
	messageOverhead = 256 << 10
	longestEscape   = 6
)

type limitKey struct{}

// withLimit bounds the answer to a call by the size of the file that it asks for, in bytes.
func withLimit(ctx context.Context, size int64) context.Context {
	return context.WithValue(ctx, limitKey{}, size*longestEscape+messageOverhead)
}

// limitOf returns the bound on the answer to a call, at most most.
func limitOf(ctx context.Context, most int64) int64 {
	if limit, ok := ctx.Value(limitKey{}).(int64); ok {
		return min(limit, most)
	}
	return most
}
