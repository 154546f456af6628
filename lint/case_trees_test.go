package lint

import "testing/fstest"

// CaseTrees are the trees of all cases.
func CaseTrees() []fstest.MapFS {
	var trees []fstest.MapFS
	for _, c := range allCases() {
		fsys := fstest.MapFS{}
		for name, content := range c.files {
			fsys[name] = &fstest.MapFile{Data: []byte(content)}
		}
		trees = append(trees, fsys)
	}
	return trees
}
