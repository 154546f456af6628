package verify

import (
	"encoding/json"
	"strconv"
)

// checkCapabilities checks what the server declared (P1, T7).
func (a *eraAudit) checkCapabilities() {
	var declared struct {
		Extensions map[string]json.RawMessage `json:"extensions"`
		Resources  json.RawMessage            `json:"resources"`
	}
	if err := json.Unmarshal(a.c.Capabilities(), &declared); err != nil {
		a.out.add(subject{}, "P1", a.c.Greeting().Request, "the capabilities are %s, expected an object that declares %q and \"resources\"", shown(a.c.Capabilities()), extension)
		return
	}
	a.checkExtension(declared.Extensions[extension])
	var resources map[string]json.RawMessage
	if json.Unmarshal(declared.Resources, &resources) != nil || resources == nil {
		a.out.add(subject{}, "P1", a.c.Greeting().Request, "the capability \"resources\" is %s, expected an object", shown(declared.Resources))
	}
	for _, name := range [...]string{"listChanged", "subscribe"} {
		a.checkPromise(name, resources[name])
	}
}

func (a *eraAudit) checkExtension(raw json.RawMessage) {
	var settings map[string]json.RawMessage
	if json.Unmarshal(raw, &settings) != nil || settings == nil {
		a.out.add(subject{}, "P1", a.c.Greeting().Request, "the capability %q is %s, expected an object", extension, shown(raw))
		return
	}
	read := settings["directoryRead"]
	if text := string(read); read != nil && text != "true" && text != "false" {
		a.out.add(subject{}, "P1", a.c.Greeting().Request, "\"directoryRead\" of the capability %q is %s, expected true, false or nothing", extension, shorten(text))
	}
}

// checkPromise checks a promise of notifications. That it is kept shows only when
// something changes, so a well-formed one is a note.
func (a *eraAudit) checkPromise(name string, raw json.RawMessage) {
	switch text := string(raw); text {
	case "", "false":
	case "true":
		a.notes.add(subject{}, "T7", nil, "the server promises %q of resources; an audit cannot see whether it keeps that", name)
	default:
		a.out.add(subject{}, "T7", a.c.Greeting().Request, "%s of the capability \"resources\" is %s, expected true, false or nothing", strconv.Quote(name), shorten(text))
	}
}
