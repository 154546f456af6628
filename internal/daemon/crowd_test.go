package daemon

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

func TestCrowdIsToldOfOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newJournal()
		c := crowd{limit: 2, log: log.logger()}
		come := func() { c.note(nil, http.StateNew) }
		leave := func() { c.note(nil, http.StateClosed) }
		const told = "level=WARN msg=\"as many connections are open as may be, others wait\" limit=2"
		come()
		wantCount(t, log, 0, told)
		come()
		wantCount(t, log, 1, told)
		for range 5 { // one that comes as soon as one leaves is the same crowd
			leave()
			time.Sleep(calm - time.Second)
			come()
		}
		wantCount(t, log, 1, told)
		time.Sleep(2 * calm) // which are no calm
		leave()
		come()
		wantCount(t, log, 1, told)
		leave()
		time.Sleep(calm)
		come()
		wantCount(t, log, 2, told)
	})
	var none crowd
	none.note(nil, http.StateNew)
}
