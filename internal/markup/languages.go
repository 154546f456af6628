package markup

// language says how to tell the parts of a text in one language apart. It is no grammar:
// comments, strings, numbers and words are enough to read by.
type language struct {
	names    string         // what fences and extensions call it
	files    string         // names of files without an extension that tells
	scan     func(*scanner) // for what is not made of those; nil for the common way
	line     string         // what starts comments that end with the line, separated by blanks
	comments []pair
	strings  []stringForm
	keywords string
	fold     bool   // keywords in any case
	letters  string // what belongs to words besides letters, digits and "_"
	traits   trait
}

type pair struct{ open, end string }

// stringForm is a way to write a string. Escape is the byte that takes the next one with it,
// 0 for none.
type stringForm struct {
	open, end string
	escape    byte
	lines     bool // may go on over lines
}

// trait is what only some languages have.
type trait uint16

const (
	dollarVariables trait = 1 << iota // $name and ${name}
	atWords                           // @name, decorators and the like
	spacedComments                    // a comment starts behind a blank or at the start of a line only
	regexps                           // /…/ where no value stands before it
	hereDocuments                     // <<WORD
	keysByColon                       // a word or string before ":" is a key
	keysByEquals                      // a word at the start of a line before "=" is a key
	sections                          // [name] at the start of a line
	lifetimes                         // 'a is no string
	nestedComments                    // the first form of comments nests
	headComments                      // "=word" at the start of a line up to "=end" or "=cut"
	hashDirectives                    // #name is a directive
	hashColours                       // #fff is a number
)

var (
	quoted       = []stringForm{{`"`, `"`, '\\', false}, {"'", "'", '\\', false}}
	quotedLines  = []stringForm{{`"`, `"`, '\\', true}, {"'", "'", 0, true}}
	quotedPlain  = []stringForm{{`"`, `"`, '\\', false}, {"'", "'", 0, false}}
	doubleQuoted = []stringForm{{`"`, `"`, '\\', false}}
	cComments    = []pair{{"/*", "*/"}}
	htmlComments = []pair{{"<!--", "-->"}}
)

const (
	cWords    = "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false NULL"
	cppWords  = cWords + " alignas alignof and asm catch class co_await co_return co_yield concept consteval constexpr constinit const_cast decltype delete dynamic_cast explicit export final friend mutable namespace new noexcept not nullptr operator or override private protected public reinterpret_cast requires static_assert static_cast template this thread_local throw try typeid typename using virtual"
	jsWords   = "abstract any as async await boolean break case catch class const constructor continue debugger declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let module namespace never new null number object of override package private protected public readonly return satisfies set static string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield"
	shWords   = "alias break case cd continue coproc declare do done echo elif else esac eval exec exit export false fi for function if in local printf read readonly return select set shift source test then time trap true typeset unset until while"
	javaWords = "abstract assert boolean break byte case catch char class const continue default do double else enum exports extends final finally float for goto if implements import in instanceof int interface long module native new null package permits private protected public record requires return sealed short static strictfp super switch synchronized this throw throws transient true false try var void volatile while with yield def trait object val lazy match override implicit given"
	sqlWords  = "add all alter analyze and any as asc begin between bigint boolean by case cast char check column commit constraint create cross current_timestamp database date decimal default delete desc distinct drop else end except exists explain false float foreign from full function grant group having if in index inner insert int integer intersect into is join json key left like limit natural not null numeric offset on or order outer over partition primary procedure recursive references replace returning revoke right rollback select serial set table temporary text then timestamp to transaction trigger true truncate union unique update using values varchar view when where window with"
)

// languages is only ever read. The first that has a name is meant.
var languages = [...]language{
	{names: "python py pyi pyw python3 py3 starlark bzl", files: "BUILD WORKSPACE SConstruct", line: "#", traits: atWords,
		strings:  []stringForm{{`"""`, `"""`, '\\', true}, {"'''", "'''", '\\', true}, {`"`, `"`, '\\', false}, {"'", "'", '\\', false}},
		keywords: "and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield"},
	{names: "shell sh bash zsh ksh fish shellscript console shell-session env dotenv bashrc zshrc profile", files: ".bashrc .zshrc .profile .env .envrc configure", line: "#", strings: quotedLines, keywords: shWords,
		traits: dollarVariables | spacedComments | hereDocuments, letters: "-"},
	{names: "javascript js jsx mjs cjs typescript ts tsx mts cts node", line: "//", comments: cComments, keywords: jsWords, letters: "$", traits: regexps | atWords,
		strings: []stringForm{{`"`, `"`, '\\', false}, {"'", "'", '\\', false}, {"`", "`", '\\', true}}},
	{names: "json jsonc json5 jsonl ndjson ipynb map webmanifest geojson har", files: ".prettierrc .eslintrc .babelrc", line: "//", comments: cComments, strings: quoted, keywords: "true false null", traits: keysByColon},
	{names: "yaml yml", files: ".clang-format", line: "#", strings: quotedLines, keywords: "true false null yes no on off", letters: "-./", traits: keysByColon | spacedComments},
	{names: "toml", files: "Cargo.lock poetry.lock Pipfile", line: "#", keywords: "true false inf nan", letters: "-.", traits: keysByEquals | sections,
		strings: []stringForm{{`"""`, `"""`, '\\', true}, {"'''", "'''", 0, true}, {`"`, `"`, '\\', false}, {"'", "'", 0, false}}},
	{names: "ini cfg conf properties editorconfig gitconfig desktop service", files: ".editorconfig .gitconfig .npmrc .gitmodules .gitattributes .gitignore .dockerignore", line: "# ;", strings: doubleQuoted, keywords: "true false yes no on off", letters: "-.", traits: keysByEquals | sections | spacedComments},
	{names: "go golang", line: "//", comments: cComments,
		strings:  []stringForm{{`"`, `"`, '\\', false}, {"'", "'", '\\', false}, {"`", "`", 0, true}},
		keywords: "any bool break byte case chan comparable complex64 complex128 const continue default defer else error fallthrough false float32 float64 for func go goto if import int int8 int16 int32 int64 interface iota map nil package range return rune select string struct switch true type uint uint8 uint16 uint32 uint64 uintptr var"},
	{names: "gomod mod sum", files: "go.mod go.sum go.work", line: "//", strings: doubleQuoted, keywords: "module go toolchain require replace exclude retract use tool ignore", letters: "-./"},
	{names: "rust rs ron", line: "//", comments: cComments, traits: lifetimes | nestedComments,
		strings:  []stringForm{{`r##"`, `"##`, 0, true}, {`r#"`, `"#`, 0, true}, {`r"`, `"`, 0, true}, {`"`, `"`, '\\', true}},
		keywords: "as async await bool box break char const continue crate dyn else enum extern f32 f64 false fn for i8 i16 i32 i64 i128 if impl in isize let loop match mod move mut pub ref return self Self static str struct super trait true type u8 u16 u32 u64 u128 union unsafe use usize where while yield"},
	{names: "c h", line: "//", comments: cComments, strings: quoted, keywords: cWords, traits: hashDirectives},
	{names: "c++ cpp cc cxx hpp hh hxx ino arduino cuda cu objc objective-c m mm metal glsl hlsl wgsl", line: "//", comments: cComments, keywords: cppWords, traits: hashDirectives,
		strings: []stringForm{{`R"(`, `)"`, 0, true}, {`"`, `"`, '\\', false}, {"'", "'", '\\', false}}},
	{names: "java groovy gradle scala sc", files: "Jenkinsfile", line: "//", comments: cComments, keywords: javaWords, traits: atWords,
		strings: []stringForm{{`"""`, `"""`, '\\', true}, {`"`, `"`, '\\', false}, {"'", "'", '\\', false}}},
	{names: "kotlin kt kts", line: "//", comments: cComments, traits: atWords | nestedComments,
		strings:  []stringForm{{`"""`, `"""`, 0, true}, {`"`, `"`, '\\', false}, {"'", "'", '\\', false}},
		keywords: "abstract actual annotation as break by catch class companion const constructor continue crossinline data do dynamic else enum expect external false final finally for fun get if import in infix init inline inner interface internal is lateinit noinline null object open operator out override package private protected public reified return sealed set super suspend tailrec this throw true try typealias typeof val value var vararg when where while"},
	{names: "swift", line: "//", comments: cComments, traits: atWords | nestedComments | hashDirectives,
		strings:  []stringForm{{`"""`, `"""`, '\\', true}, {`"`, `"`, '\\', false}},
		keywords: "actor Any as associatedtype async await break case catch class continue default defer deinit do else enum extension fallthrough false fileprivate final for func get guard if import in indirect infix init inout internal is lazy let mutating nil nonisolated open operator optional override postfix precedencegroup prefix private protocol public repeat required rethrows return self Self set some static struct subscript super switch throw throws true try typealias unowned var weak where while willSet"},
	{names: "ruby rb rake gemspec podspec", files: "Gemfile Rakefile Vagrantfile Podfile Brewfile Fastfile", line: "#", strings: quotedLines, traits: atWords | hereDocuments | headComments | spacedComments,
		keywords: "alias and attr_accessor attr_reader attr_writer begin BEGIN break case class def defined? do else elsif end END ensure extend false for if in include module next nil not or private protected public puts raise redo require require_relative rescue retry return self super then true undef unless until when while yield"},
	{names: "php phtml php3 php7", line: "// #", comments: cComments, strings: []stringForm{{`"`, `"`, '\\', true}, {"'", "'", '\\', true}}, traits: dollarVariables,
		keywords: "abstract and array as bool break callable case catch class clone const continue declare default do echo else elseif empty enum extends false final finally float fn for foreach function global goto if implements include include_once instanceof insteadof int interface isset list match mixed namespace new null object or parent print private protected public readonly require require_once return self static string switch this throw trait true try unset use var void while xor yield"},
	{names: "c# csharp cs csx", line: "//", comments: cComments, traits: hashDirectives,
		strings:  []stringForm{{`"""`, `"""`, 0, true}, {`@"`, `"`, 0, true}, {`"`, `"`, '\\', false}, {"'", "'", '\\', false}},
		keywords: "abstract as async await base bool break byte case catch char checked class const continue decimal default delegate do double dynamic else enum event explicit extern false finally fixed float for foreach get global goto if implicit in init int interface internal is lock long nameof namespace new null object operator out override params partial private protected public readonly record ref required return sbyte sealed set short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using value var virtual void volatile when where while with yield"},
	{names: "dart", line: "//", comments: cComments, traits: atWords | nestedComments,
		strings:  []stringForm{{`"""`, `"""`, '\\', true}, {"'''", "'''", '\\', true}, {`"`, `"`, '\\', false}, {"'", "'", '\\', false}},
		keywords: "abstract as assert async await base bool break case catch class const continue covariant default deferred do double dynamic else enum export extends extension external factory false final finally for Function get hide if implements import in int interface is late library mixin new null num on operator part required rethrow return sealed set show static String super switch sync this throw true try typedef var void when while with yield"},
	{names: "html htm xhtml vue svelte astro", comments: htmlComments, scan: scanTags},
	{names: "xml svg xsd xsl xslt plist rss atom wsdl csproj props targets xaml", comments: append([]pair{{"<![CDATA[", "]]>"}}, htmlComments...), scan: scanTags},
	{names: "css scss sass less pcss", line: "", comments: cComments, strings: quoted, letters: "-", traits: atWords | hashColours | keysByColon, keywords: "important inherit initial none auto from to not and only screen print"},
	{names: "sql psql mysql sqlite pgsql ddl", line: "--", comments: cComments, keywords: sqlWords, fold: true,
		strings: []stringForm{{"'", "'", 0, true}, {`"`, `"`, 0, true}}},
	{names: "markdown md mdx mdown mkd skill", scan: scanMarkdown},
	{names: "diff patch", scan: scanDiff},
	{names: "dockerfile docker containerfile", files: "Dockerfile Containerfile", line: "#", strings: quotedPlain, traits: dollarVariables | spacedComments,
		keywords: "ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR"},
	{names: "makefile make mk mak just justfile", files: "Makefile makefile GNUmakefile justfile Justfile", line: "#", strings: quotedPlain, traits: dollarVariables | keysByColon | spacedComments, letters: "-./%",
		keywords: "define else endef endif export ifdef ifeq ifndef ifneq include override private undefine unexport vpath .PHONY .SUFFIXES .DEFAULT .PRECIOUS .SECONDARY .ONESHELL"},
	{names: "cmake", files: "CMakeLists.txt", line: "#", comments: []pair{{"#[[", "]]"}}, strings: []stringForm{{`"`, `"`, '\\', true}}, traits: dollarVariables, fold: true,
		keywords: "add_executable add_library add_subdirectory else elseif endforeach endfunction endif endmacro endwhile find_package foreach function if include install macro message option project return set target_link_libraries while cmake_minimum_required"},
	{names: "powershell ps1 psm1 psd1 pwsh", line: "#", comments: []pair{{"<#", "#>"}}, traits: dollarVariables, fold: true, letters: "-",
		strings:  []stringForm{{"@\"\n", "\n\"@", 0, true}, {"@'\n", "\n'@", 0, true}, {`"`, `"`, '`', true}, {"'", "'", 0, true}},
		keywords: "begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for foreach from function hidden if in param process return static switch throw trap try until using while workflow -and -or -not -eq -ne -gt -ge -lt -le -like -notlike -match -notmatch -contains -in -is -as -join -split -replace"},
	{names: "batch bat cmd", line: "::", strings: []stringForm{{`"`, `"`, 0, false}}, fold: true, traits: spacedComments,
		keywords: "call cd cls copy del do echo else endlocal errorlevel exist exit for goto if in mkdir move not nul off on pause ren set setlocal shift start"},
	{names: "lua luau", line: "--", comments: []pair{{"--[[", "]]"}}, strings: append([]stringForm{{"[[", "]]", 0, true}}, quoted...),
		keywords: "and break do else elseif end false for function goto if in local nil not or repeat return self then true until while"},
	{names: "r rmd rprofile", line: "#", strings: quotedEscapedLines(), letters: ".", keywords: "break else FALSE for function if in Inf library NA NaN next NULL repeat require return source TRUE while"},
	{names: "julia jl", line: "#", comments: []pair{{"#=", "=#"}}, traits: atWords,
		strings:  []stringForm{{`"""`, `"""`, '\\', true}, {`"`, `"`, '\\', true}},
		keywords: "abstract baremodule begin break catch const continue do else elseif end export false finally for function global if import in let local macro module mutable nothing primitive quote return struct true try type using where while"},
	{names: "perl pl pm t", line: "#", strings: quotedEscapedLines(), traits: dollarVariables | headComments | spacedComments | hereDocuments,
		keywords: "and cmp die do each else elsif eq for foreach ge gt if join keys last le local lt map my ne next no not open or our package print printf push redo ref require return say scalar shift sort splice split sub undef unless until use values wantarray warn while xor"},
	{names: "elixir ex exs", line: "#", traits: atWords, strings: []stringForm{{`"""`, `"""`, '\\', true}, {`"`, `"`, '\\', true}, {"'", "'", '\\', false}},
		keywords: "after alias and case catch cond def defimpl defmacro defmodule defp defprotocol defstruct do else end false fn for if import in nil not or quote raise receive require rescue true try unless unquote use when with"},
	{names: "haskell hs elm purs", line: "--", comments: []pair{{"{-", "-}"}}, strings: doubleQuoted, traits: lifetimes | nestedComments,
		keywords: "as case class data deriving do else family forall foreign hiding if import in infix infixl infixr instance let module newtype of qualified then type where"},
	{names: "clojure clj cljs edn lisp el scm scheme rkt", line: ";", strings: []stringForm{{`"`, `"`, '\\', true}}, letters: "-?!*+/<>=",
		keywords: "and case cond def defmacro defn defun do else false fn for if lambda let loop nil not ns or quote recur require set! true when"},
	{names: "terraform tf tfvars hcl nomad", line: "# //", comments: cComments, strings: doubleQuoted, letters: "-", traits: keysByEquals | hereDocuments,
		keywords: "data dynamic else false for for_each if in locals module null output provider resource terraform true variable"},
	{names: "nix", line: "#", comments: cComments, strings: []stringForm{{"''", "''", 0, true}, {`"`, `"`, '\\', true}}, letters: "-", keywords: "assert else false if in inherit let null or rec then true with"},
	{names: "graphql gql", line: "#", strings: []stringForm{{`"""`, `"""`, 0, true}, {`"`, `"`, '\\', false}}, traits: dollarVariables | atWords, keywords: "directive enum extend false fragment implements input interface mutation null on query scalar schema subscription true type union"},
	{names: "protobuf proto", line: "//", comments: cComments, strings: quoted, keywords: "bool bytes double enum extend false fixed32 fixed64 float import int32 int64 map message oneof option optional package public repeated required reserved returns rpc service stream string syntax true uint32 uint64"},
	{names: "zig", line: "//", strings: quoted, traits: atWords, keywords: "align and anytype asm async await bool break catch comptime const continue defer else enum errdefer error export extern false fn for if inline null or orelse packed pub return struct suspend switch test threadlocal true try type undefined union unreachable usize u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 usingnamespace var void volatile while"},
	{names: "latex tex sty bib", line: "%", letters: "\\", keywords: `\begin \end \section \subsection \usepackage \documentclass \item \label \ref \cite \textbf \emph`},
	{names: "nginx caddyfile", files: "nginx.conf Caddyfile", line: "#", strings: quoted, traits: dollarVariables | spacedComments, letters: "-", keywords: "server location upstream listen root return proxy_pass if set include http events worker_processes off on"},
}

// quotedEscapedLines are strings over lines with escapes.
func quotedEscapedLines() []stringForm {
	return []stringForm{{`"`, `"`, '\\', true}, {"'", "'", '\\', true}}
}
