package verify_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"

	"skillpack/internal/hostile"
	"skillpack/serve"
	"skillpack/verify"
)

// TestSessionAgainstAHostileServer loads all that a server lists, which is wrong in one
// way, and reads every file of it: the careful host says what is wrong, once, or reads
// all of it where the fault is none of a file.
func TestSessionAgainstAHostileServer(t *testing.T) {
	c, err := hostile.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	answer := errors.New("any error that is not the host's")
	for name, want := range map[string]error{
		"":                                nil,
		"wrong byte":                      verify.ErrDigest,
		"wrong byte of a blob":            verify.ErrDigest,
		"wrong byte of SKILL.md":          verify.ErrDigest,
		"padded file":                     verify.ErrSize,
		"truncated file":                  verify.ErrSize,
		"BOM stripped":                    verify.ErrSize,
		"CRLF normalised":                 verify.ErrSize,
		"text where a blob is due":        verify.ErrSize,
		"blob where text is due":          nil,
		"missing file":                    answer,
		"uri of another file":             answer,
		"two contents":                    answer,
		"wrong size":                      verify.ErrSize,
		"size of zero":                    verify.ErrSize,
		"10 GB declared":                  verify.ErrLimit,
		"wrong digest":                    verify.ErrDigest,
		"digest in upper case":            verify.ErrEntry,
		"file twice":                      verify.ErrEntry,
		"file of another skill":           verify.ErrEntry,
		"no SKILL.md in its own manifest": verify.ErrEntry,
		"no resources":                    verify.ErrEntry,
		"unlisted file":                   nil,
		"513 files":                       verify.ErrLimit,
		"512 files":                       nil,
		"16 MiB and a byte":               verify.ErrLimit,
		"dynamic":                         verify.ErrDynamic,
		"type of a version":               verify.ErrFrontmatter,
		"type of a number":                verify.ErrFrontmatter,
		"number written otherwise":        nil,
		"another description":             verify.ErrFrontmatter,
		"key missing":                     verify.ErrFrontmatter,
		"key more":                        verify.ErrFrontmatter,
		"null for a number":               verify.ErrFrontmatter,
		"name of another directory":       verify.ErrName,
		"key twice":                       verify.ErrEntry,
		"SKILL.md without frontmatter":    verify.ErrFrontmatter,
		"SKILL.md with an anchor":         verify.ErrFrontmatter,
		"directory with a file more":      nil,
		"SKILL.md whose frontmatter does not parse": verify.ErrFrontmatter,
	} {
		t.Run(name, func(t *testing.T) {
			fault, ok := hostile.Find(name)
			if !ok && name != "" {
				t.Fatal("there is no such fault")
			}
			h := hostile.New(c, fault)
			found := useAll(t, h)
			switch {
			case want == nil && len(found) == 0:
			case want == answer && len(found) == 1:
				wantErr(t, found[0], nil, "")
			case want != nil && want != answer && len(found) == 1:
				wantErr(t, found[0], want, "")
			default:
				t.Errorf("got %q, want one error that is %v", found, want)
			}
		})
	}
}

// useAll loads each skill that a server lists, reads its files, and returns what failed.
func useAll(t *testing.T, h *hostile.Server) (failed []error) {
	web := httptest.NewServer(h)
	defer web.Close()
	client, err := verify.ConnectHTTP(t.Context(), web.URL+serve.Endpoint, verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	s := verify.NewSession(client, verify.SessionOptions{})
	for e, err := range client.ListSkills(t.Context()) {
		if err == nil {
			err = use(t.Context(), s, e)
		}
		if err != nil {
			failed = append(failed, err)
		}
	}
	return failed
}

// use loads a skill and reads its files up to the first that fails.
func use(ctx context.Context, s *verify.Session, e verify.Entry) error {
	skill, err := s.Load(ctx, e)
	if err != nil {
		return err
	}
	for _, ref := range skill.Entry.Resources {
		data, err := s.Read(ctx, ref.URI)
		if err != nil {
			return err
		}
		if err := verify.CheckBytes(ref, data); err != nil {
			return err
		}
	}
	return nil
}
