"use strict";
// What pages do beyond plain HTML: buttons that copy, and the filter of the index.

const byId = (id) => document.getElementById(id);

function make(name, ...children) {
	const made = document.createElement(name);
	made.append(...children);
	return made;
}

async function copy(text) {
	if (navigator.clipboard) return navigator.clipboard.writeText(text);
	const area = make("textarea", text); // the only way over plain HTTP
	document.body.append(area);
	area.select();
	const done = document.execCommand("copy");
	area.remove();
	return done || Promise.reject();
}

for (const button of document.querySelectorAll("[data-copy]")) {
	const label = button.textContent;
	const say = (text) => {
		byId("status").textContent = text;
		button.textContent = text || label;
	};
	button.hidden = false;
	button.onclick = async () => {
		await copy(button.dataset.copy).then(() => say("Copied"), () => say("Failed"));
		button.focus();
		setTimeout(say, 2000, "");
	};
}

// fold drops case and accents.
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function skill(path, description, meta, href) {
	const name = path.split("/").pop();
	const folds = [name, path, path + "\n" + description].map(fold);
	return { name, path, description, meta, href, folds };
}

function skillOfRow({ children: [link, ...texts] }) {
	const [description, path, meta] = texts.map((part) => part.textContent);
	return skill(path, description, meta, link.href);
}

// It has whole descriptions, and skills of other pages.
async function searchData({ search, root, scope }) {
	const read = async (name) => (await fetch(root + name)).json();
	const link = (path) => root + "skills/" + path.split("/").map(encodeURIComponent).join("/") + "/";
	const parts = await Promise.all(search.split(" ").map(read));
	return parts.flat().filter(([path]) => path.startsWith(scope)).map((s) => skill(...s, link(s[0])));
}

// best finds the skills that have every word, those first that have them in the name.
function best(skills, words, prefix) {
	const ranks = [[], [], [], []];
	for (const s of skills) {
		if (prefix && !s.path.startsWith(prefix + "/")) continue;
		const rank = s.folds.findIndex((text) => words.every((word) => text.includes(word)));
		if (rank >= 0) ranks[s.folds[0] === words[0] ? 0 : rank + 1].push(s);
	}
	return ranks.flat();
}

// excerpt is the part of a text around what is found.
function excerpt(text, found) {
	const at = text.search(found);
	const start = at < 150 ? 0 : text.lastIndexOf(" ", at - 60) + 1;
	const end = start + 200;
	return (start ? "…" : "") + text.slice(start, end) + (end < text.length ? "…" : "");
}

function row(s, found) {
	const mark = (text) => text.split(found).map((part, i) => (i % 2 ? make("mark", part) : part));
	const link = make("a", ...mark(s.name));
	link.href = s.href;
	return make("li", link, make("p", ...mark(excerpt(s.description, found))),
		make("code", ...mark(s.path)), make("small", s.meta));
}

function filter(form) {
	const most = 40;
	const [input, list, results, more, count] = ["q", "list", "results", "more", "count"].map(byId);
	const prefixes = document.querySelectorAll("#prefixes a");
	const total = count.textContent;
	let skills = Array.from(list.querySelectorAll(".rows li"), skillOfRow);
	let prefix, loading;
	let problem = "";

	// The address has "#q=text&in=prefix".
	function asked(hash) {
		const query = new URLSearchParams(hash.slice(1));
		return { text: query.get("q") ?? "", prefix: query.get("in") ?? "" };
	}

	function show(limit = most) {
		const raw = input.value.match(/\S+/g) ?? [];
		const active = !!(raw.length || prefix);
		const matches = active ? best(skills, raw.map(fold), prefix) : [];
		const escaped = raw.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
		const found = new RegExp(`(${escaped.join("|") || "$^"})`, "i");
		results.replaceChildren(...matches.slice(0, limit).map((s) => row(s, found)));
		list.hidden = active;
		results.hidden = !active;
		more.hidden = matches.length <= limit;
		more.textContent = "Show all " + matches.length;
		count.textContent = (active ? `${matches.length} of ` : "") + total + problem;
		for (const a of prefixes) a.ariaCurrent = asked(a.hash).prefix === prefix ? "true" : null;
	}

	function keep(how) {
		const query = new URLSearchParams();
		if (input.value) query.set("q", input.value);
		if (prefix) query.set("in", prefix);
		show();
		history[how](null, "", "#" + query);
		return false; // the browser does nothing else
	}

	function read() {
		({ text: input.value, prefix } = asked(location.hash));
		if (input.value || prefix) load();
		show();
	}

	function load() {
		loading ??= searchData(form.dataset)
			.then((all) => (skills = all), () => (problem = " (of this page)"))
			.then(() => show());
	}

	function move(step) {
		const rows = [...(list.hidden ? results : list).querySelectorAll("li a")];
		const next = rows.indexOf(document.activeElement) + step;
		(next < 0 ? input : rows[next])?.focus();
		return false;
	}

	input.onfocus = load;
	input.oninput = () => keep("replaceState");
	form.onsubmit = () => move(1);
	more.onclick = () => {
		show(Infinity);
		results.children[most].firstChild.focus();
	};
	for (const a of prefixes) {
		a.onclick = () => {
			prefix = asked(a.hash).prefix;
			return keep("pushState");
		};
	}
	onpopstate = read;
	document.onkeydown = (event) => {
		const { key, target, ctrlKey, metaKey, altKey } = event;
		const typing = target === input;
		const walking = list.contains(target) || results.contains(target);
		if (ctrlKey || metaKey || altKey) return;
		if (key === "/" && !typing) input.focus();
		else if (!typing && !walking) return;
		else if (key === "ArrowDown") move(1);
		else if (key === "ArrowUp") move(-1);
		else if (key === "Escape") {
			input.value = "";
			input.focus();
			keep("replaceState");
		} else return;
		event.preventDefault();
	};
	form.hidden = false;
	read();
}

if (byId("filter")) filter(byId("filter"));
