package sample

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
)

// Write writes the tree below dir, on all cores. It returns the first errors.
func (p Public) Write(dir string) error {
	var next atomic.Int64
	faults := make([]error, runtime.GOMAXPROCS(0))
	var group sync.WaitGroup
	for i := range faults {
		group.Go(func() {
			d := disk{root: dir}
			for index := int(next.Add(1) - 1); index < p.Skills && faults[i] == nil; index = int(next.Add(1) - 1) {
				faults[i] = d.write(p.Skill(index))
			}
		})
	}
	group.Wait()
	return errors.Join(faults...)
}

// disk writes skills one after the other.
type disk struct {
	root string
	b    []byte
}

func (d *disk) write(s Skill) error {
	made := map[string]bool{}
	for _, f := range s.Files {
		name := filepath.Join(d.root, filepath.FromSlash(path.Join(s.Dir, f.Path)))
		if folder := filepath.Dir(name); !made[folder] {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return err
			}
			made[folder] = true
		}
		d.b = f.Bytes(d.b[:0])
		mode := os.FileMode(0o644)
		if f.Kind == Script {
			mode = 0o755
		}
		if err := os.WriteFile(name, d.b, mode); err != nil {
			return err
		}
	}
	return nil
}
