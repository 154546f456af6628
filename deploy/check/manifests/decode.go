package main

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
)

// object is a decoded manifest: in the version it was written in, and in the form that
// validation takes.
type object struct {
	name      string // "Deployment skillpack"
	versioned runtime.Object
	internal  runtime.Object
}

// decode refuses unknown and doubled fields, and fills in defaults.
func decode(document []byte) (object, error) {
	scheme := legacyscheme.Scheme
	codecs := serializer.NewCodecFactory(scheme, serializer.EnableStrict)
	written, kind, err := codecs.UniversalDeserializer().Decode(document, nil, nil)
	if err != nil {
		return object{}, fmt.Errorf("%.60q…: %w", document, err)
	}
	scheme.Default(written)
	in, err := scheme.ConvertToVersion(written, schema.GroupVersion{Group: kind.Group, Version: runtime.APIVersionInternal})
	if err != nil {
		return object{}, err
	}
	about, err := meta.Accessor(written)
	if err != nil {
		return object{}, err
	}
	return object{kind.Kind + " " + about.GetName(), written, in}, nil
}

// faults returns what an API server would refuse or warn of.
func (o object) faults() []string {
	ctx := context.Background()
	var faults []string
	for _, e := range refusals(o.internal) {
		faults = append(faults, e.Error())
	}
	return append(append(faults, warnings(ctx, o.internal)...), insecurities(o.versioned)...)
}
