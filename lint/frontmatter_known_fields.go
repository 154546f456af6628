package lint

import (
	"slices"
	"strings"
	"sync"

	"skillpack/internal/skill"
)

// Top-level fields that the format names (F2–F5).
const (
	nameKey          = "name"
	descriptionKey   = "description"
	compatibilityKey = "compatibility"
	licenseKey       = "license"
	metadataKey      = "metadata"
	allowedToolsKey  = "allowed-tools"
)

// Fields of hosts that a rule asks for by name.
const (
	disableModelKey = "disable-model-invocation"
	whenToUseKey    = "when_to_use"
	versionKey      = "version"
)

// knownField is a top-level field that the format or the documentation of a host gives a
// meaning and a type.
type knownField struct {
	key   string
	kinds []skill.Kind // that are taken; every host takes null for an absent field
	hosts string       // the hosts that define it, for a message; "" for the format
}

// formatFields returns the fields that the format names. Rules of their own judge the values.
// Nobody changes what it returns.
var formatFields = sync.OnceValue(func() []knownField {
	text := []skill.Kind{skill.String}
	return []knownField{
		{key: nameKey, kinds: text},
		{key: descriptionKey, kinds: text},
		{key: licenseKey, kinds: text},
		{key: compatibilityKey, kinds: text},
		{key: metadataKey, kinds: []skill.Kind{skill.Map}},
		{key: allowedToolsKey, kinds: []skill.Kind{skill.String, skill.List}}, // a list can be put right
	}
})

// vendorFields returns the fields that the documentation of a wide host defines, with every
// type that one of its hosts takes. Fields that hosts type differently are not here. Nobody
// changes what it returns.
var vendorFields = sync.OnceValue(func() []knownField {
	const (
		claude   = "Claude Code"
		openClaw = "OpenClaw"
		three    = "Claude Code, VS Code and OpenClaw"
		qwen     = "Claude Code and Qwen Code"
	)
	text, truth := []skill.Kind{skill.String}, []skill.Kind{skill.Bool}
	textOrList := []skill.Kind{skill.String, skill.List}
	return []knownField{
		{"agent", text, claude},
		{"argument-hint", text, "Claude Code and VS Code"},
		{"arguments", textOrList, "Claude Code and Kimi Code"},
		{"background", truth, claude},
		{"command-arg-mode", text, openClaw},
		{"command-dispatch", text, openClaw},
		{"command-tool", text, openClaw},
		{"context", text, claude},
		{disableModelKey, truth, three},
		{"disallowed-tools", textOrList, claude},
		{"effort", []skill.Kind{skill.String, skill.Number}, claude},
		{"homepage", text, openClaw},
		{"hooks", []skill.Kind{skill.Map}, qwen},
		{"model", text, qwen},
		{"paths", textOrList, claude},
		{"shell", text, claude},
		{"user-invocable", truth, three},
		{whenToUseKey, text, qwen},
	}
})

// knownFields returns the fields of the format, then those of hosts. Nobody changes what it returns.
var knownFields = sync.OnceValue(func() []knownField { return slices.Concat(formatFields(), vendorFields()) })

// takes reports whether a value has a type that the field may have. Hosts take the texts
// "true" and "false" for booleans too.
func (f knownField) takes(v *skill.Value) bool {
	isTruth := v.Kind == skill.String && (v.Text == "true" || v.Text == "false")
	return v.Kind == skill.Null || slices.Contains(f.kinds, v.Kind) || f.isBool() && isTruth
}

func (f knownField) isBool() bool { return f.kinds[0] == skill.Bool }

// isCompound reports whether the key is of several words, so that nobody comes to a key
// that is nearly the same by chance.
func (f knownField) isCompound() bool { return strings.ContainsAny(f.key, "-_") }

// vendorField returns the field of that key that hosts define.
func vendorField(key string) (knownField, bool) {
	i := slices.IndexFunc(vendorFields(), func(f knownField) bool { return f.key == key })
	if i < 0 {
		return knownField{}, false
	}
	return vendorFields()[i], true
}
