package markup

import (
	"strings"
	"testing"
)

// tokens returns the tokens of a listing as "class:text", separated by "|".
func tokens(l Listing) string {
	var all []string
	rest := string(l.HTML)
	for {
		_, after, found := strings.Cut(rest, "<i class=t")
		if !found {
			return strings.Join(all, "|")
		}
		class, after, _ := strings.Cut(after, ">")
		text, after, _ := strings.Cut(after, "</i>")
		all = append(all, class+":"+strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text))
		rest = after
	}
}

func TestCodeTokens(t *testing.T) {
	for _, tt := range []struct{ file, text, want string }{
		{"a.py", "@x\ndef f(a=1.5e-3): # c\n  return 'b\\'' + \"\"\"d\ne\"\"\"", "v:@x|k:def|n:1.5e-3|c:# c|k:return|s:'b\\''|s:\"\"\"d|s:e\"\"\""},
		{"a.py", "s = 'open\nt = 2 # c", "s:'open|n:2|c:# c"},
		{"a.sh", "if [ \"$A\" ]; then # c\n  echo ${B:-x}#no $1 'it' # d\nfi", "k:if|s:\"$A\"|k:then|c:# c|k:echo|v:${B:-x}|v:$1|s:'it'|c:# d|k:fi"},
		{"a.sh", "cat <<'EOF' >x\ndon't # x\nEOF\nexit 1", "s:<<'EOF'|s:don't # x|s:EOF|k:exit|n:1"},
		{"a.js", "const r = /[/\"']/g; a = b / c / 2; // c\n`x\ny`", "k:const|s:/[/\"']/g|n:2|c:// c|s:`x|s:y`"},
		{"a.ts", "type A = { b: number } /* c\nd */", "k:type|k:number|c:/* c|c:d */"},
		{"a.tsx", "return <b>a</b>", "k:return"},
		{"a.json", "{\"a\" : [\"b\", -1.5, true, null]}", "a:\"a\"|s:\"b\"|n:1.5|k:true|k:null"},
		{"a.yaml", "a-b: 'c' # d\nurl: http://x#y\n- e: true\n\"k\": 1", "a:a-b|s:'c'|c:# d|a:url|a:e|k:true|a:\"k\"|n:1"},
		{"a.toml", "[a.b]\nc = \"d\" # e\nf.g=true", "k:[a.b]|a:c|s:\"d\"|c:# e|a:f.g|k:true"},
		{"a.ini", "; c\n[s]\nk = v", "c:; c|k:[s]|a:k"},
		{"a.go", "func f() { s := `a\nb` + \"c\" } // d", "k:func|s:`a|s:b`|s:\"c\"|c:// d"},
		{"a.rs", "fn f<'a>(x: &'a str) { 'b'; '\\n'; r#\"c\"d\"#; /* e /* f */ g */ 1_000u8 }", "k:fn|k:str|s:'b'|s:'\\n'|s:r#\"c\"d\"#|c:/* e /* f */ g */|n:1_000u8"},
		{"a.c", "#include <x>\nint a = 'b' + 0x1F; // c", "k:#include|k:int|s:'b'|n:0x1F|c:// c"},
		{"a.cpp", "auto x = 1'000; R\"(a\nb)\"", "k:auto|n:1'000|s:R\"(a|s:b)\""},
		{"a.java", "@Override public int x = 1;", "v:@Override|k:public|k:int|n:1"},
		{"a.kt", "fun f() = \"\"\"a\nb\"\"\"", "k:fun|s:\"\"\"a|s:b\"\"\""},
		{"a.swift", "let a = \"b\" // c", "k:let|s:\"b\"|c:// c"},
		{"a.rb", "=begin\na\n=end\ndef f; @x = 'y' # z\nend", "c:=begin|c:a|c:=end|k:def|v:@x|s:'y'|c:# z|k:end"},
		{"a.php", "<?php $a = 'b'; # c\nreturn 1;", "v:$a|s:'b'|c:# c|k:return|n:1"},
		{"a.cs", "#region x\nstring s = @\"a\nb\";", "k:#region|k:string|s:@\"a|s:b\""},
		{"a.html", "<!-- c --><a href=\"x\">b</a><script>if (a<b) 'c'</script>", "c:<!-- c -->|k:<a|a:href|s:\"x\"|k:</a|k:<script|k:</script"},
		{"a.xml", "<?xml v?><a:b c='d'/><![CDATA[<e>]]>", "k:<?xml v?>|k:<a:b|a:c|s:'d'|c:<![CDATA[<e>]]>"},
		{"a.css", "@media print { a:hover { color: #fff; width: 10px } } /* c */", "v:@media|k:print|a:color|n:#fff|a:width|n:10px|c:/* c */"},
		{"a.sql", "Select a from b where c = 'd' -- e", "k:Select|k:from|k:where|s:'d'|c:-- e"},
		{"a.md", "# H\n`c` d\n```py\n# no\n```\n> q\n<!-- e\nf -->\n", "h:# H|s:`c`|s:```py|s:# no|s:```|c:> q|c:<!-- e|c:f -->"},
		{"a.diff", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n z", "c:--- a|c:+++ b|k:@@ -1 +1 @@|d:-x|i:+y"},
		{"Dockerfile", "FROM a AS b # no\n# c\nRUN x ${Y}", "k:FROM|k:AS|c:# no|c:# c|k:RUN|v:${Y}"},
		{"Makefile", "a: b\n\techo $(X) # c", "a:a|v:$(X)|c:# c"},
		{"a.ps1", "<# a\nb #> if ($x -EQ 'y') { } # c", "c:<# a|c:b #>|k:if|v:$x|k:-EQ|s:'y'|c:# c"},
		{"a.lua", "--[[ a\nb ]] local x = [[c]] -- d", "c:--[[ a|c:b ]]|k:local|s:[[c]]|c:-- d"},
		{"a.r", "f <- function(x) TRUE # c", "k:function|k:TRUE|c:# c"},
		{"a.pl", "my $x = \"y\"; # c\n=pod\nz\n=cut\n", "k:my|v:$x|s:\"y\"|c:# c|c:=pod|c:z|c:=cut"},
		{"run", "#!/usr/bin/env python3\nimport x", "c:#!/usr/bin/env python3|k:import"},
		{"a.py", "s = 'open\r\nx", "s:'open"},
		{"a.unknown", "if 1 'x' # c", ""},
		{"a.py", "a = 'b'\r\n# c\r\nreturn\r\n", "s:'b'|c:# c|k:return"},
	} {
		t.Run(tt.file, func(t *testing.T) {
			l := Code([]byte(tt.text), "dir/"+tt.file)
			if got := tokens(l); got != tt.want {
				t.Errorf("got  %s\nwant %s\n%s", got, tt.want, l.HTML)
			}
			requireFaithful(t, tt.text, l)
		})
	}
}

// requireFaithful holds that a listing without its tags is the text.
func requireFaithful(t *testing.T, text string, l Listing) {
	t.Helper()
	requireSafe(t, string(l.HTML))
	want := strings.ReplaceAll(strings.ToValidUTF8(text, "\x00"), "\x00", "\ufffd")
	got := strings.TrimSuffix(textOf(t, string(l.HTML)), "\n") // behind </pre>
	if l.Cut {
		return
	}
	if len(text) == len(strings.ToValidUTF8(text, "")) && got != want {
		t.Errorf("got text\n%q\nwant\n%q", got, want)
	}
}

func TestCodeLines(t *testing.T) {
	for _, tt := range []struct {
		text  string
		lines int
		want  string
	}{
		{"", 0, ""},
		{"a", 1, `<span id=L1>a</span>`},
		{"a\n", 1, `<span id=L1>a` + "\n</span>"},
		{"\n\nb\r\n", 3, `<span id=L1>` + "\n" + `</span><span id=L2>` + "\n" + `</span><span id=L3>b&#13;` + "\n</span>"},
		{"a\rb", 1, `<span id=L1>a<bdi class="ctl" title="U+000D">&#13;</bdi>b</span>`},
	} {
		l := Code([]byte(tt.text), "x.txt")
		if want := `<pre class="code" dir="ltr" tabindex="0"><code>` + tt.want + "</code></pre>\n"; string(l.HTML) != want || l.Lines != tt.lines || l.Shown != tt.lines || l.Cut {
			t.Errorf("%q: %+v, want %d lines and\n%s", tt.text, l, tt.lines, want)
		}
	}
}

func TestCodeIsCut(t *testing.T) {
	for _, tt := range []struct {
		name, text   string
		lines, shown int
	}{
		{"long line", strings.Repeat("1 ", 3<<19) + "\nb\n", 2, 2},
		{"many lines", strings.Repeat("a\n", maxLines+5), maxLines + 5, maxLines},
		{"much HTML", strings.Repeat(strings.Repeat("\x01\x02", 1000)+"\n", 1000), 1000, -1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := Code([]byte(tt.text), "x.py")
			requireSafe(t, string(l.HTML))
			if !l.Cut || l.Lines != tt.lines || tt.shown >= 0 && l.Shown != tt.shown || l.Shown > tt.lines || len(l.HTML) > MaxCodeHTML+(64<<10) {
				t.Errorf("cut %v, %d of %d lines, %d bytes", l.Cut, l.Shown, l.Lines, len(l.HTML))
			}
		})
	}
	long := Code([]byte(strings.Repeat("a", maxLine+7)+"\nb"), "x")
	if !strings.Contains(string(long.HTML), `a<span class="cut" title="7 more bytes"></span>`+"\n"+`</span><span id=L2>b</span>`) {
		t.Error("a cut line is not marked, or the next is lost")
	}
}

// TestEachLanguageIsFaithful runs every scanner over every text that means to mislead one.
func TestEachLanguageIsFaithful(t *testing.T) {
	for _, l := range languages {
		name, _, _ := strings.Cut(l.names, " ")
		t.Run(name, func(t *testing.T) {
			if languageOf(name) == nil {
				t.Error("not found by its name")
			}
			for _, tt := range hostile {
				requireFaithful(t, tt.text, Code([]byte(tt.text), "x."+name))
			}
			for _, piece := range repeated {
				requireFaithful(t, "x "+piece+piece+"\n"+piece, Code([]byte("x "+piece+piece+"\n"+piece), "x."+name))
			}
		})
	}
}

func TestLanguageNames(t *testing.T) {
	for word, want := range map[string]string{"Python": "python", "{.js}": "javascript", "rust:src/x.rs": "rust", "c++": "c++", "C#": "c#", "sh": "shell", "text": "", "": "", strings.Repeat("x", 1000): ""} {
		got := ""
		if l := languageOf(word); l != nil {
			got, _, _ = strings.Cut(l().names, " ")
		}
		if got != want {
			t.Errorf("%q is %q, want %q", word, got, want)
		}
	}
}
