package serve

import (
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// compressed compresses the answers of next with gzip for a client that accepts it.
// Answers below minZip bytes stay as they are, and so does an event stream, of which
// each event must go out at once.
//
// The SDK's "no-transform" is no hindrance: it binds those between us and the client.
func compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(
		gzhttp.EnableZstd(false), // as on the direct path
		gzhttp.AcceptWildcards(true),
		gzhttp.MinSize(minZip),
		gzhttp.ContentTypes([]string{"application/json", "text/plain"}),
	)
	if err != nil {
		panic("serve: " + err.Error()) // the options are constants
	}
	return wrap(next)
}
