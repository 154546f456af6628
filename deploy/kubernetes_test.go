package deploy

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"
)

// object is any Kubernetes object, as far as the tests look into it.
type object struct {
	Kind     string
	Metadata struct{ Name string }
	Spec     spec
}

type labels map[string]string

type selector struct {
	MatchLabels labels `yaml:"matchLabels"`
}

// spec holds the fields of every kind that we have.
type spec struct {
	Selector yaml.Node
	// Deployment
	Replicas *int
	Template struct {
		Metadata struct{ Labels labels }
		Spec     pod
	}
	// Service
	Ports []struct {
		TargetPort string `yaml:"targetPort"`
	}
	// PodDisruptionBudget
	MaxUnavailable int `yaml:"maxUnavailable"`
	// HorizontalPodAutoscaler
	ScaleTargetRef struct{ Kind, Name string } `yaml:"scaleTargetRef"`
	MinReplicas    int                         `yaml:"minReplicas"`
	MaxReplicas    int                         `yaml:"maxReplicas"`
	// NetworkPolicy
	PodSelector selector `yaml:"podSelector"`
	Ingress     []struct{ Ports []struct{ Port string } }
	Egress      []any
}

type pod struct {
	Grace                     int `yaml:"terminationGracePeriodSeconds"`
	TopologySpreadConstraints []struct {
		LabelSelector selector `yaml:"labelSelector"`
	} `yaml:"topologySpreadConstraints"`
	Containers []struct {
		Args  []string
		Ports []struct {
			Name          string
			ContainerPort string `yaml:"containerPort"`
		}
		ReadinessProbe probe `yaml:"readinessProbe"`
		LivenessProbe  probe `yaml:"livenessProbe"`
		StartupProbe   probe `yaml:"startupProbe"`
		VolumeMounts   []struct {
			Name, SubPath string
			MountPath     string `yaml:"mountPath"`
		} `yaml:"volumeMounts"`
	}
	Volumes []struct {
		Name      string
		ConfigMap *struct{ Name string } `yaml:"configMap"`
		Image     *struct{ Reference string }
	}
}

type probe struct {
	HTTPGet struct{ Path, Port string } `yaml:"httpGet"`
}

// manifests copies the kustomizations and puts a catalog beside the base.
func manifests(t *testing.T, catalog string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("kubernetes")); err != nil {
		t.Fatal(err)
	}
	place(t, catalog, filepath.Join(dir, "base", "catalog.json"), 0o644)
	return dir
}

// checker returns the program of deploy/check/manifests.
func checker(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../bin/deploy/manifests")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// checked renders one of them and fails if an API server would find fault with it.
func checked(t *testing.T, dir string) map[string]object {
	t.Helper()
	objects := map[string]object{}
	stream := must(t, checker(t), dir)
	for d := yaml.NewDecoder(strings.NewReader(stream)); ; {
		var o object
		err := d.Decode(&o)
		if errors.Is(err, io.EOF) {
			return objects
		}
		if err != nil {
			t.Fatal(err)
		}
		objects[strings.TrimSpace(o.Kind+" "+o.Metadata.Name)] = o
		objects[o.Kind] = o // the last of its kind
	}
}

func TestKubernetes(t *testing.T) {
	optIn(t)
	must(t, "go", "build", "-C", "check", "-o", checker(t), "./manifests")
	binary := newBinary(t)
	catalog := newCatalog(t, binary, "example-skills")
	dir := manifests(t, catalog)
	image := server(t, dockerfile(t))
	for _, overlay := range overlays(t) {
		t.Run(overlay, func(t *testing.T) {
			objects := checked(t, filepath.Join(dir, overlay))
			labelsAgree(t, objects)
			portsAgree(t, objects)
			numbersAgree(t, objects)
			container := objects["Deployment"].Spec.Template.Spec
			probes(t, container, append([]string{binary}, image.command(t, container.Containers[0].Args)[1:]...), catalog)
		})
	}
	t.Run("the catalog", func(t *testing.T) { whereTheCatalogIs(t, dir) })
	t.Run("what the checker finds", func(t *testing.T) { faults(t, catalog) })
}

// overlays returns every folder with a kustomization.
func overlays(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("kubernetes/*/kustomization.yaml")
	if err != nil || len(files) < 4 {
		t.Fatalf("only %q (%v)", files, err)
	}
	for i, file := range files {
		files[i] = filepath.Base(filepath.Dir(file))
	}
	return files
}

// labelsAgree holds every selector to the labels of the pods.
func labelsAgree(t *testing.T, objects map[string]object) {
	t.Helper()
	pods := objects["Deployment"].Spec.Template
	matches := func(what string, s labels) {
		if len(s) == 0 {
			t.Errorf("%s selects everything", what)
		}
		for name, value := range s {
			if pods.Metadata.Labels[name] != value {
				t.Errorf("%s selects %s=%s, the pods have %v", what, name, value, pods.Metadata.Labels)
			}
		}
	}
	for name, o := range objects {
		var flat labels
		var nested selector
		switch o.Kind {
		case "Service":
			o.Spec.Selector.Decode(&flat)
			matches(name, flat)
		case "Deployment", "PodDisruptionBudget":
			o.Spec.Selector.Decode(&nested)
			matches(name, nested.MatchLabels)
		case "NetworkPolicy":
			matches(name, o.Spec.PodSelector.MatchLabels)
		}
	}
	for _, spread := range pods.Spec.TopologySpreadConstraints {
		matches("a spread constraint", spread.LabelSelector.MatchLabels)
	}
}

// portsAgree holds every port by name to the container's, and those to its flags.
func portsAgree(t *testing.T, objects map[string]object) {
	t.Helper()
	c := objects["Deployment"].Spec.Template.Spec.Containers[0]
	var names []string
	for _, p := range c.Ports {
		names = append(names, p.Name)
		flag := map[string]string{"mcp": "--http", "ops": "--ops-addr"}[p.Name]
		if want := flag + "=0.0.0.0:" + p.ContainerPort; !slices.Contains(c.Args, want) {
			t.Errorf("port %s is %s, but the arguments %q have no %s", p.Name, p.ContainerPort, c.Args, want)
		}
	}
	used := []string{c.ReadinessProbe.HTTPGet.Port, c.LivenessProbe.HTTPGet.Port, c.StartupProbe.HTTPGet.Port}
	for _, name := range []string{"Service skillpack", "Service skillpack-ops"} {
		for _, p := range objects[name].Spec.Ports {
			used = append(used, p.TargetPort)
		}
	}
	for _, rule := range objects["NetworkPolicy"].Spec.Ingress {
		for _, p := range rule.Ports {
			used = append(used, p.Port)
		}
	}
	if len(used) != 7 {
		t.Errorf("%d ports are named, expected those of 3 probes, 2 services and 2 rules", len(used))
	}
	for _, name := range used {
		if !slices.Contains(names, name) {
			t.Errorf("the port %q is not one of the container's %q", name, names)
		}
	}
}

// numbersAgree holds the autoscaler, the budget and the time to end to each other.
func numbersAgree(t *testing.T, objects map[string]object) {
	t.Helper()
	d, scale := objects["Deployment"], objects["HorizontalPodAutoscaler"].Spec
	if scale.ScaleTargetRef.Kind != d.Kind || scale.ScaleTargetRef.Name != d.Metadata.Name || d.Spec.Replicas != nil {
		t.Errorf("%v is scaled and the deployment asks for %v replicas, expected the autoscaler alone to", scale.ScaleTargetRef, d.Spec.Replicas)
	}
	if left := scale.MinReplicas - objects["PodDisruptionBudget"].Spec.MaxUnavailable; left < 2 || scale.MaxReplicas <= scale.MinReplicas {
		t.Errorf("%d to %d replicas, of which a drain leaves %d; expected 2 or more", scale.MinReplicas, scale.MaxReplicas, left)
	}
	var drain time.Duration
	for _, arg := range d.Spec.Template.Spec.Containers[0].Args {
		if value, ok := strings.CutPrefix(arg, "--drain-"); ok {
			_, value, _ = strings.Cut(value, "=")
			length, err := time.ParseDuration(value)
			if err != nil {
				t.Errorf("%s: %v", arg, err)
			}
			drain += length
		}
	}
	if grace := time.Duration(d.Spec.Template.Spec.Grace) * time.Second; drain == 0 || grace < drain+5*time.Second {
		t.Errorf("the pod may take %v to end, its drain takes %v", grace, drain)
	}
}

// probes starts the container's command and asks what the probes ask.
func probes(t *testing.T, p pod, command []string, catalog string) {
	t.Helper()
	c := p.Containers[0]
	mounted := c.VolumeMounts[0]
	if path.Dir(c.Args[0]) != mounted.MountPath || mounted.SubPath != "" || mounted.Name != p.Volumes[0].Name {
		t.Errorf("the catalog is %s, the mount %+v of %+v", c.Args[0], mounted, p.Volumes)
	}
	command = anyPorts(command)
	for i, arg := range command {
		switch {
		case arg == c.Args[0]:
			command[i] = catalog
		case strings.HasPrefix(arg, "--oidc-issuer="):
			command[i] = "--oidc-issuer=" + newIssuer(t)
		case strings.HasPrefix(arg, "--drain-delay="):
			command[i] = "--drain-delay=0s" // nobody waits for it here
		}
	}
	s := serve(t, command...)
	for _, probe := range []probe{c.StartupProbe, c.ReadinessProbe, c.LivenessProbe} {
		if status, body := get(t, s.ops+probe.HTTPGet.Path); status != http.StatusOK {
			t.Errorf("%s: %d %s", probe.HTTPGet.Path, status, body)
		}
	}
	if c.LivenessProbe.HTTPGet.Path == c.ReadinessProbe.HTTPGet.Path {
		t.Error("a server that drains would be killed: liveness asks for readiness")
	}
	response, err := http.DefaultClient.Do(question(t, s.url, "skills/list", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	want := http.StatusOK
	if slices.ContainsFunc(command, func(arg string) bool { return strings.HasPrefix(arg, "--oidc-issuer=") }) {
		want = http.StatusUnauthorized
	}
	if response.StatusCode != want {
		t.Errorf("skills/list: %s, expected %d", response.Status, want)
	}
}

// whereTheCatalogIs holds each way of giving it to what it promises.
func whereTheCatalogIs(t *testing.T, dir string) {
	volume := func(overlay string) (name string, config bool, args []string) {
		objects := checked(t, filepath.Join(dir, overlay))
		p := objects["Deployment"].Spec.Template.Spec
		_, config = objects["ConfigMap"]
		if c := p.Volumes[0].ConfigMap; c != nil {
			name = c.Name
		}
		return name, config, p.Containers[0].Args
	}
	if name, config, args := volume("base"); !strings.HasPrefix(name, "skillpack-catalog-") || !config || slices.Contains(args, "--watch") {
		t.Errorf("base mounts %q, expected a name with a digest and nothing to watch", name)
	}
	if name, config, args := volume("watch"); name != "skillpack-catalog" || !config || !slices.Contains(args, "--watch") {
		t.Errorf("watch mounts %q with %q, expected a name that stays and --watch", name, args)
	}
	if name, config, _ := volume("image-volume"); name != "" || config {
		t.Errorf("image-volume mounts the ConfigMap %q (there is one: %t)", name, config)
	}
}

// faults makes mistakes and expects the checker to see them.
func faults(t *testing.T, catalog string) {
	for _, c := range []struct{ file, old, new, said string }{
		{"deployment.yaml", "readOnlyRootFilesystem", "readOnlyRootFileSystem", "unknown field"},
		{"deployment.yaml", "runAsNonRoot: true", "runAsNonRoot: false", "runAsNonRoot"},
		{"deployment.yaml", "matchLabels: { app.kubernetes.io/name: skillpack }\n  template", "matchLabels: { app.kubernetes.io/name: other }\n  template", "does not match template"},
		{"service.yaml", "targetPort: ops", "targetPort: much-too-long-a-name", "targetPort"},
		{"autoscaler.yaml", "minReplicas: 3", "minReplicas: 30", "maxReplicas"},
		{"network.yaml", "port: ops", "port: 99999", "port"},
		{"catalog.json", "{", strings.Repeat(" ", 1<<20) + "{", "may not be more than 1048576"},
	} {
		t.Run(c.new[:min(30, len(c.new))], func(t *testing.T) {
			dir := manifests(t, catalog)
			file := filepath.Join(dir, "base", c.file)
			data, err := os.ReadFile(file)
			if err != nil || !bytes.Contains(data, []byte(c.old)) {
				t.Fatalf("%s has no %q (%v)", c.file, c.old, err)
			}
			if err := os.WriteFile(file, bytes.Replace(data, []byte(c.old), []byte(c.new), 1), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := output(t.Context(), checker(t), filepath.Join(dir, "base")); err == nil || !strings.Contains(err.Error(), c.said) {
				t.Errorf("got %.600v, expected %q", err, c.said)
			}
		})
	}
}
