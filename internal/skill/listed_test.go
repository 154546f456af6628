package skill

import (
	"fmt"
	"testing"
)

// A list stays as it is while the directories below are walked, whatever these take, and memory
// that was left is taken again.
func TestListsLast(t *testing.T) {
	var l lists
	var walk func(name string, sizes []int)
	walk = func(name string, sizes []int) {
		defer l.leave(l)
		list := l.take(sizes[0])
		for i := range list {
			list[i].name = fmt.Sprint(name, i)
		}
		for i := range min(3, len(list), 3*(len(sizes)-1)) {
			walk(list[i].name+"/", sizes[1:])
		}
		for i, c := range list {
			if want := fmt.Sprint(name, i); c.name != want {
				t.Fatalf("%q is %q", want, c.name)
			}
		}
	}
	for _, sizes := range [][]int{{3, 2, 4, 2}, {250, 10, 1, 3}, {300, 200, 700, 1, 0}, {0}, {1, 600}} {
		walk("", sizes)
		if l.used != 0 {
			t.Errorf("%d are in use behind %v", l.used, sizes)
		}
	}
	before := &l.memory[0]
	walk("", []int{700, 100})
	if &l.memory[0] != before {
		t.Error("memory that was free was not taken")
	}
}
