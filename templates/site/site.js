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
	if (!done) throw Error("refused");
}

for (const button of document.querySelectorAll("button[data-copy]")) {
	const label = button.textContent;
	const say = (text) => {
		byId("status").textContent = text;
		button.textContent = text || label;
	};
	button.hidden = false;
	button.addEventListener("click", async () => {
		await copy(button.dataset.copy).then(() => say("Copied"), () => say("Not copied"));
		button.focus();
		setTimeout(say, 2000, "");
	});
}

// fold is how texts are compared: without case and accents.
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function skill(path, description, meta, href) {
	const name = path.split("/").pop();
	const folds = [name, path, path + "\n" + description].map(fold);
	return { name, path, description, meta, href, folds };
}

function skillOfRow(li) {
	const text = (name) => li.querySelector(name).textContent;
	return skill(text("code"), text("p"), text("small"), li.querySelector("a").href);
}

// The search data has whole descriptions, and what other pages show.
async function skillsOfSearch({ search, root, scope }) {
	const parts = await Promise.all(search.split(" ").map((name) => fetch(root + name).then((answer) => answer.json())));
	const link = (path) => root + "skills/" + path.split("/").map(encodeURIComponent).join("/") + "/";
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

// excerpt is the part of a long text around what is found.
function excerpt(text, found) {
	const at = text.search(found);
	const start = at < 150 ? 0 : text.lastIndexOf(" ", at - 60) + 1;
	const end = start + 200;
	return (start ? "…" : "") + text.slice(start, end).toWellFormed() + (end < text.length ? "…" : "");
}

function row(s, found) {
	const mark = (text) => text.split(found).map((part, i) => (i % 2 ? make("mark", part) : part));
	const link = make("a", ...mark(s.name));
	link.href = s.href;
	return make("li", link, make("p", ...mark(excerpt(s.description, found))),
		make("code", ...mark(s.path)), make("small", s.meta));
}

function filter(form) {
	const most = 100;
	const [list, results, more, count] = ["list", "results", "more", "count"].map(byId);
	const prefixes = document.querySelectorAll("#prefixes a");
	const input = form.elements.q;
	const total = count.textContent;
	let skills = [...list.querySelectorAll(".rows li")].map(skillOfRow);
	let prefix = "";
	let problem = "";
	let loading;

	// The address keeps what is asked for: "#q=text&in=prefix".
	function asked(hash) {
		const query = new URLSearchParams(hash.slice(1));
		return { text: query.get("q") ?? "", prefix: query.get("in") ?? "" };
	}

	function show(limit = most) {
		const raw = input.value.split(/\s+/).filter(Boolean);
		const active = raw.length > 0 || !!prefix;
		const matches = active ? best(skills, raw.map(fold), prefix) : [];
		const escaped = raw.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
		const found = new RegExp(`(${escaped.join("|") || "$^"})`, "i");
		results.replaceChildren(...matches.slice(0, limit).map((s) => row(s, found)));
		list.hidden = active;
		results.hidden = !active;
		more.hidden = matches.length <= limit;
		more.textContent = `Show all ${matches.length}`;
		count.textContent = (active ? `${matches.length} of ` : "") + total + problem;
		for (const a of prefixes) a.ariaCurrent = asked(a.hash).prefix === prefix ? "true" : null;
	}

	function keep(how) {
		const query = new URLSearchParams();
		if (input.value) query.set("q", input.value);
		if (prefix) query.set("in", prefix);
		show();
		history[how](null, "", "#" + query);
		return false; // for handlers: what the browser does by itself is not wanted
	}

	function read() {
		({ text: input.value, prefix } = asked(location.hash));
		if (input.value) load();
		show();
	}

	function load() {
		loading ??= skillsOfSearch(form.dataset)
			.then((all) => (skills = all), () => (problem = ", by what this page shows"))
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
		const { key, target } = event;
		const typing = target === input;
		const walking = list.contains(target) || results.contains(target);
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (key === "/" && !typing) input.select();
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
