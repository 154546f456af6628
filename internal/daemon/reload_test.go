package daemon

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// swapFile puts a catalog in the place of another one in one step.
func swapFile(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.Rename(write(t, path+".new", data), path); err != nil {
		t.Fatal(err)
	}
}

func (r *running) ready(t testing.TB) string {
	t.Helper()
	_, body := r.get(t, r.base()+readyPath)
	return body
}

func TestReloadBySignal(t *testing.T) {
	file := fileOf(t, "a", "v1")
	r := start(t, func(c *Config) { c.Catalogs = []string{file} })
	swapFile(t, file, bytesOf(t, "a", "v2"))
	r.serves(t, "v1") // S85: nothing changes until asked for
	r.hangUp <- syscall.SIGHUP
	r.log.await(t, 1, "serving another catalog")
	r.serves(t, "v2")
	if got := r.ready(t); !strings.Contains(got, digestOf(t, "a", "v2")) || strings.Contains(got, "catalogs") {
		t.Errorf("ready says %s", got)
	}

	t.Run("the same is no change", func(t *testing.T) {
		r.hangUp <- syscall.SIGHUP
		r.log.await(t, 1, "the catalog is unchanged")
	})
	t.Run("S84 a bad one leaves the old serving", func(t *testing.T) {
		swapFile(t, file, []byte(strings.Replace(string(bytesOf(t, "a", "v3")), "v3", "v4", 1)))
		r.hangUp <- syscall.SIGHUP
		r.log.await(t, 1, "reload failed, the old catalog stays")
		r.log.await(t, 1, "seal")
		r.serves(t, "v2")
	})
	t.Run("S85 one that is gone leaves the old serving", func(t *testing.T) {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		r.hangUp <- syscall.SIGHUP
		r.log.await(t, 1, "there is no catalog")
		r.serves(t, "v2")
	})
	t.Run("a good one is served again", func(t *testing.T) {
		swapFile(t, file, bytesOf(t, "a", "v5"))
		r.hangUp <- syscall.SIGHUP
		r.log.await(t, 2, "serving another catalog")
		r.serves(t, "v5")
	})
}

func TestReloadOfAUnion(t *testing.T) {
	a, b := fileOf(t, "a", "v1"), fileOf(t, "b", "w1")
	r := start(t, func(c *Config) { c.Catalogs = []string{a, b} })
	r.serves(t, "v1")
	r.serves(t, "w1")
	listed := func(second string) string {
		return `"catalogs":["` + digestOf(t, "a", "v1") + `","` + digestOf(t, "b", second) + `"]`
	}
	if got := r.ready(t); !strings.Contains(got, listed("w1")) || r.Catalogs[1] != digestOf(t, "b", "w1") {
		t.Errorf("ready says %s, the announcement %q", got, r.Catalogs)
	}
	swapFile(t, b, bytesOf(t, "b", "w2"))
	r.hangUp <- syscall.SIGHUP
	r.log.await(t, 1, "serving another catalog")
	r.log.await(t, 1, `catalogs="[`+digestOf(t, "a", "v1")+" "+digestOf(t, "b", "w2")+`]"`)
	if got := r.ready(t); !strings.Contains(got, listed("w2")) {
		t.Errorf("ready says %s", got)
	}
	if _, page := r.get(t, r.base()+metricsPath); !strings.Contains(page, `skillpack_catalog_part_info{digest="`+digestOf(t, "b", "w2")+`"} 1`) {
		t.Error("the metrics do not tell of the parts")
	}
	r.serves(t, "v1")
	r.serves(t, "w2")
	swapFile(t, b, bytesOf(t, "a", "v9"))
	r.hangUp <- syscall.SIGHUP
	r.log.await(t, 1, "expected in one of them")
	r.serves(t, "w2")
}

func TestReloadHoldsToWhatIsExpected(t *testing.T) {
	file := fileOf(t, "a", "v1")
	r := start(t, func(c *Config) { c.Catalogs, c.Expect = []string{file}, []string{digestOf(t, "a", "v1")} })
	swapFile(t, file, bytesOf(t, "a", "v2"))
	r.hangUp <- syscall.SIGHUP
	r.log.await(t, 1, "is the catalog "+digestOf(t, "a", "v2")+", expected "+digestOf(t, "a", "v1"))
	r.serves(t, "v1")
}

func TestReloadOfTokens(t *testing.T) {
	const next = "abcdefghijklmnopqrst"
	file := tokenFile(t, token)
	r := start(t, func(c *Config) { c.Auth.TokenFile = file })
	status := func(token string) int {
		q := callRequest(t, r.URL, listCall)
		q.Header.Set("Authorization", "Bearer "+token)
		a, _ := r.do(t, q)
		return a.StatusCode
	}
	if status(token) != 200 || status(next) != 401 {
		t.Fatal("the first token is not the only one")
	}
	write(t, file, []byte("short\n"))
	r.hangUp <- syscall.SIGHUP
	r.log.await(t, 1, "reload failed, the old one stays")
	r.log.await(t, 1, "the catalog is unchanged") // each on its own
	if status(token) != 200 {
		t.Error("a bad file took the old tokens away")
	}
	write(t, file, []byte(next+"\n"))
	r.hangUp <- syscall.SIGHUP
	r.log.await(t, 2, "the catalog is unchanged")
	if status(token) != 401 || status(next) != 200 {
		t.Error("the tokens are still the old ones")
	}
	if strings.Contains(r.log.String(), token) || strings.Contains(r.log.String(), next) || strings.Contains(r.log.String(), "short") {
		t.Errorf("a token is in the log:\n%s", r.log)
	}
}

// What comes during a reload makes exactly one more.
func TestSignalsDuringAReload(t *testing.T) {
	file := fileOf(t, "a", "v1")
	c := Config{Catalogs: []string{file}, Logger: newJournal().logger()}
	s, err := openService(c, new(health), newMetrics())
	if err != nil {
		t.Fatal(err)
	}
	entered, release := make(chan bool), make(chan bool)
	s.secrets = []secret{{"slow", new(files), func() error { entered <- true; <-release; return nil }}}
	hangUp := make(chan os.Signal, 1)
	stop := s.reloadOn(t.Context(), hangUp)
	hangUp <- syscall.SIGHUP
	<-entered
	for range 5 { // as signal.Notify does
		select {
		case hangUp <- syscall.SIGHUP:
		default:
		}
	}
	release <- true
	<-entered
	release <- true
	stop() // ends after the reload under way, and would wait for another one for ever
	select {
	case <-hangUp:
		t.Error("a third reload was to come")
	default:
	}
}
