// Command floor walks a tree, reads every file and hashes it with SHA-256, on all cores,
// and does nothing else: the floor for whatever reads a tree.
package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: floor DIR")
	}
	files, bytes, err := hashTree(os.Args[1])
	if err != nil {
		log.Fatal("floor: ", err)
	}
	fmt.Printf("%d files, %d bytes\n", files, bytes)
}

// hashTree returns how many files there are below root and how many bytes they hold.
func hashTree(root string) (files, bytes int64, err error) {
	names := make(chan string, 256)
	var count, sum atomic.Int64
	faults := make([]error, 1+runtime.GOMAXPROCS(0))
	var group sync.WaitGroup
	for i := range faults[1:] {
		group.Go(func() {
			buffer := make([]byte, 256<<10)
			for name := range names {
				n, err := hashFile(name, buffer)
				faults[1+i] = errors.Join(faults[1+i], err)
				count.Add(1)
				sum.Add(n)
			}
		})
	}
	faults[0] = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			names <- name
		}
		return err
	})
	close(names)
	group.Wait()
	return count.Load(), sum.Load(), errors.Join(faults...)
}

// hashFile hashes one file, by way of a buffer.
func hashFile(name string, buffer []byte) (int64, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	hash, size := sha256.New(), int64(0)
	for {
		n, err := f.Read(buffer)
		hash.Write(buffer[:n])
		size += int64(n)
		if err == io.EOF {
			hash.Sum(nil)
			return size, nil
		}
		if err != nil {
			return size, err
		}
	}
}
