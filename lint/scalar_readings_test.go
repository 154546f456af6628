package lint

import "testing"

// TestReadings holds the readers to the documents that define them: the core schema of
// YAML 1.2, chapter 10.3; the types of YAML 1.1 at yaml.org/type, with the lists of
// PyYAML where it is narrower; and what yaml.v3, js-yaml and Psych make of both. A "" is
// the reading of the column before it.
func TestReadings(t *testing.T) {
	for _, c := range []struct {
		scalar           string
		core, old, mixed reading
	}{
		{"", asNull, "", ""}, {"~", asNull, "", ""}, {"null", asNull, "", ""}, {"Null", asNull, "", ""}, {"NULL", asNull, "", ""}, {"nUll", asText, "", ""},
		{"true", asTrue, "", ""}, {"True", asTrue, "", ""}, {"TRUE", asTrue, "", ""}, {"tRue", asText, "", ""},
		{"false", asFalse, "", ""}, {"False", asFalse, "", ""}, {"FALSE", asFalse, "", ""},
		{"yes", asText, asTrue, asText}, {"Yes", asText, asTrue, asText}, {"YES", asText, asTrue, asText}, {"yEs", asText, "", ""},
		{"on", asText, asTrue, asText}, {"On", asText, asTrue, asText}, {"ON", asText, asTrue, asText}, {"y", asText, asTrue, asText}, {"Y", asText, asTrue, asText},
		{"no", asText, asFalse, asText}, {"No", asText, asFalse, asText}, {"NO", asText, asFalse, asText},
		{"off", asText, asFalse, asText}, {"Off", asText, asFalse, asText}, {"OFF", asText, asFalse, asText}, {"n", asText, asFalse, asText}, {"N", asText, asFalse, asText},

		{"0", "the number 0", "", ""}, {"12", "the number 12", "", ""}, {"-12", "the number -12", "", ""}, {"+12", "the number 12", "", ""},
		{"017", "the number 17", "the number 15", ""}, {"-017", "the number -17", "the number -15", ""}, {"08", "the number 8", asText, "the number 8"},
		{"0o17", "the number 15", asText, "the number 15"}, {"0O17", asText, "", "the number 15"}, {"-0o17", asText, "", "the number -15"},
		{"0x1F", "the number 31", "", ""}, {"-0x1F", asText, "the number -31", ""}, {"0X1F", asText, "", "the number 31"},
		{"0b11", asText, "the number 3", ""}, {"-0b11", asText, "the number -3", ""}, {"0B11", asText, "", "the number 3"},
		{"1_000", asText, "the number 1000", ""}, {"1_", asText, "the number 1", ""}, {"_1", asText, "", ""},
		{"1:20", asText, "the number 80", asText}, {"12:30:45", asText, "the number 45045", asText}, {"-1:20", asText, "the number -80", asText},
		{"190:20:30", asText, "the number 685230", asText}, {"1:20.5", asText, "the number 80.5", asText}, {"01:20", asText, asText, "the number 80"},
		{"1:60", asText, "", ""}, {"10:30am", asText, "", ""},

		{"1.5", "the number 1.5", "", ""}, {"1.10", "the number 1.1", "", ""}, {".5", "the number 0.5", "", ""}, {"5.", "the number 5", "", ""},
		{"-.5", "the number -0.5", asText, "the number -0.5"}, {"+.5", "the number 0.5", asText, "the number 0.5"}, {".", asText, "", ""}, {"-", asText, "", ""},
		{"1e3", "the number 1000", asText, "the number 1000"}, {"1e+3", "the number 1000", asText, "the number 1000"}, {"1.0e3", "the number 1000", asText, "the number 1000"},
		{"1.0e+3", "the number 1000", "", ""}, {"61e9540", asRefused, asText, asRefused}, {"1_0.5", asText, "the number 10.5", ""},
		{".inf", asRefused, "", ""}, {"-.INF", asRefused, "", ""}, {".NaN", asRefused, "", ""}, {"-.nan", asText, "", ""}, {"inf", asText, "", ""}, {"nan", asText, "", ""},
		{"1.2.3", asText, "", ""}, {"v1.10", asText, "", ""}, {"1,000", asText, "", ""},

		{"2026-05-06", asText, asDate, ""}, {"2026-5-6", asText, asText, asDate}, {"2026-13-45", asText, asDate, ""}, {"2026-05", asText, "", ""}, {"20260506", "the number 20260506", "", ""},
		{"2026-05-06T10:00:00Z", asText, asDate, ""}, {"2026-05-06t10:00:00.5+01:00", asText, asDate, ""}, {"2026-05-06 10:00:00", asText, asDate, ""},
		{"2026-05-06 10:00:00 -5", asText, asDate, ""}, {"2026-5-6T1:2:3", asText, asDate, ""}, {"2026-05-06 10:00", asText, "", ""}, {"2026-05-06x", asText, "", ""},
		{"=", asText, asRefused, asText}, {"<<", asText, asRefused, asText},
	} {
		wantOld := c.old
		if wantOld == "" {
			wantOld = c.core
		}
		wantMixed := c.mixed
		if wantMixed == "" {
			wantMixed = wantOld
		}
		if core, old, mixed := coreReader.read(c.scalar), oldReader.read(c.scalar), mixedReader.read(c.scalar); core != c.core || old != wantOld || mixed != wantMixed {
			t.Errorf("%q: got %s, %s, %s; want %s, %s, %s", c.scalar, core, old, mixed, c.core, wantOld, wantMixed)
		}
	}
}
