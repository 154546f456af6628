"use strict";
// What the pages do beyond plain HTML: buttons that copy, and the filter of the index.
// Without scripts both are hidden and all else works.

const words = (text) => fold(text).split(/\s+/).filter(Boolean);

// fold is how texts are compared: without case and accents.
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function element(name, ...children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Over plain HTTP browsers have no other way.
  const area = element("textarea", text);
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("refused");
}

function copyButton(button) {
  const label = button.textContent;
  const say = (text) => { button.textContent = document.getElementById("status").textContent = text; };
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await copy(button.dataset.copy);
      say("Copied");
    } catch {
      say("Not copied");
    }
    button.focus();
    setTimeout(() => { say(""); button.textContent = label; }, 2000);
  });
}

// A skill is compared by its path and description. Those of the page come first, and the
// search data, which has whole descriptions and all pages, once somebody uses the filter.
function skill(path, description, meta, href) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { path, name, description, meta, href, foldName: fold(name), foldPath: fold(path), text: fold(path + "\n" + description) };
}

function skillsOnPage(list) {
  return [...list.querySelectorAll(".rows li")].map((row) => {
    const text = (name) => row.querySelector(name).textContent;
    return skill(text("code"), text("p"), text("small"), row.querySelector("a").getAttribute("href"));
  });
}

async function skillsOfSearch(form) {
  const { search, root, scope } = form.dataset;
  const inScope = ([path]) => path.startsWith(scope);
  const link = (path) => root + "skills/" + path.split("/").map(encodeURIComponent).join("/") + "/";
  const parts = await Promise.all(search.split(" ").map(async (name) => {
    const answer = await fetch(root + name);
    if (!answer.ok) throw new Error(answer.statusText);
    return (await answer.json()).filter(inScope).map(([path, description, meta]) => skill(path, description, meta, link(path)));
  }));
  return parts.flat();
}

// best puts matches in the name before those in the path, and those before the rest.
function best(skills, wanted, prefix) {
  const ranks = [[], [], [], []];
  const all = wanted.join("-");
  for (const s of skills) {
    if (prefix && !s.path.startsWith(prefix + "/")) continue;
    if (!wanted.every((word) => s.text.includes(word))) continue;
    const rank = s.foldName === all ? 0
      : wanted.every((word) => s.foldName.includes(word)) ? 1
      : wanted.every((word) => s.foldPath.includes(word)) ? 2 : 3;
    ranks[rank].push(s);
  }
  return ranks.flat();
}

// marked is text with the words in it marked.
function marked(text, pattern) {
  if (!pattern) return [text];
  return text.split(pattern).map((part, i) => (i % 2 ? element("mark", part) : part));
}

// excerpt is the part of a long description around the first match.
function excerpt(text, pattern) {
  const length = 240;
  if (text.length <= length) return text;
  const at = pattern ? Math.max(0, text.search(pattern)) : 0;
  const start = at < length - 40 ? 0 : text.lastIndexOf(" ", at - 80) + 1;
  const part = text.slice(start, start + length).toWellFormed();
  return (start ? "…" : "") + part + (start + length < text.length ? "…" : "");
}

function row(s, pattern) {
  const link = element("a", ...marked(s.name, pattern));
  link.href = s.href;
  return element("li", link,
    element("p", ...marked(excerpt(s.description, pattern), pattern)),
    element("code", ...marked(s.path, pattern)),
    element("small", s.meta));
}

function filter(form) {
  const most = 100;
  const [list, results, more, count, nav] = ["list", "results", "more", "count", "prefixes"].map((id) => document.getElementById(id));
  const input = form.elements.q;
  const rest = count.textContent;
  let skills = skillsOnPage(list);
  let prefix = "";
  let loading;
  let problem = "";

  function show(limit) {
    const wanted = words(input.value);
    const active = wanted.length > 0 || prefix !== "";
    list.hidden = active;
    results.hidden = !active;
    const found = active ? best(skills, wanted, prefix) : [];
    const shown = found.slice(0, limit);
    const quoted = input.value.trim().split(/\s+/).filter(Boolean).map((word) => word.replace(/[^\p{L}\p{N}\s]/gu, "\\$&"));
    const pattern = quoted.length ? new RegExp("(" + quoted.join("|") + ")", "i") : null;
    results.replaceChildren(...shown.map((s) => row(s, pattern)));
    more.hidden = shown.length === found.length;
    more.textContent = `Show all ${found.length}`;
    count.textContent = (active ? `${found.length} of ${rest}${prefix && " in " + prefix}` : rest) + problem;
    for (const a of nav?.querySelectorAll("a") ?? []) {
      if (prefixOf(a.hash) === prefix) a.setAttribute("aria-current", "true");
      else a.removeAttribute("aria-current");
    }
  }

  // The address keeps what is asked for: "#q=text&in=prefix".
  const prefixOf = (hash) => new URLSearchParams(hash.slice(1)).get("in") ?? "";

  function keep(how) {
    const asked = new URLSearchParams();
    if (input.value) asked.set("q", input.value);
    if (prefix) asked.set("in", prefix);
    history[how](null, "", asked.size ? "#" + asked : location.pathname + location.search);
  }

  function read() {
    const asked = new URLSearchParams(location.hash.slice(1));
    input.value = asked.get("q") ?? "";
    prefix = asked.get("in") ?? "";
    if (input.value) load();
    show(most);
  }

  function load() {
    loading ??= skillsOfSearch(form)
      .then((all) => { skills = all; }, () => { problem = " (only what this page shows)"; })
      .then(() => show(most));
  }

  function move(step) {
    const links = [...(list.hidden ? results : list).querySelectorAll("li a")];
    const next = links.indexOf(document.activeElement) + step;
    (links[next] ?? (next < 0 ? input : document.activeElement)).focus();
  }

  input.addEventListener("focus", load);
  input.addEventListener("input", () => { show(most); keep("replaceState"); });
  form.addEventListener("submit", (event) => { event.preventDefault(); move(1); });
  more.addEventListener("click", () => { show(Infinity); results.querySelector(`li:nth-child(${most + 1}) a`)?.focus(); });
  nav?.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    prefix = prefixOf(link.hash);
    keep("pushState");
    show(most);
  });
  addEventListener("popstate", read);
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onRow = at.matches(".rows a");
    if (event.key === "/" && at !== input) input.select();
    else if (event.key === "ArrowDown" && (at === input || onRow)) move(1);
    else if (event.key === "ArrowUp" && onRow) move(-1);
    else if (event.key === "Escape" && (at === input || onRow)) {
      input.value = "";
      input.focus();
      show(most);
      keep("replaceState");
    } else return;
    event.preventDefault();
  });

  form.hidden = false;
  read();
}

document.querySelectorAll("button[data-copy]").forEach(copyButton);
const form = document.getElementById("filter");
if (form) filter(form);
