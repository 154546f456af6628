// Command manifests renders a kustomization and holds every object in it to what a
// Kubernetes API server would say: decoded strictly into the types of its API, given
// its defaults, validated by its own code, and the pods admitted by the Pod Security
// Standard "restricted". It asks no cluster and no network.
//
// Usage: manifests DIR. The rendered objects go to standard output. The exit code is
// 1 if anything was found, each on a line of standard error.
package main

import (
	"bytes"
	"fmt"
	"os"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: manifests DIR")
		os.Exit(2)
	}
	rendered, err := render(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	findings := check(rendered)
	for _, f := range findings {
		fmt.Fprintln(os.Stderr, f)
	}
	os.Stdout.Write(rendered)
	if len(findings) > 0 {
		os.Exit(1)
	}
}

// render does what "kubectl kustomize" does.
func render(dir string) ([]byte, error) {
	objects, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), dir)
	if err != nil {
		return nil, err
	}
	return objects.AsYaml()
}

// check returns what is wrong with a stream of objects, each with the object's name.
func check(stream []byte) []string {
	var findings []string
	for document := range bytes.SplitSeq(stream, []byte("\n---\n")) {
		o, err := decode(document)
		if err != nil {
			findings = append(findings, err.Error())
			continue
		}
		for _, f := range o.faults() {
			findings = append(findings, o.name+": "+f)
		}
	}
	return findings
}
