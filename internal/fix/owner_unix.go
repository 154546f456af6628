//go:build unix

package fix

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a new file the owner, and if it can the group, of the one that it
// replaces: root in a container must not take the files of who called it.
func keepOwner(f *os.File, replaced fs.FileInfo) error {
	was, ok := replaced.Sys().(*syscall.Stat_t)
	if !ok || f.Chown(int(was.Uid), int(was.Gid)) == nil || int(was.Uid) == os.Geteuid() {
		return nil
	}
	return errors.New("it belongs to another user; fix it as that user")
}
