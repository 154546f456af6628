// What of a page is the site's own, and must be the same whatever a skill says. These
// functions run in the page.

// frame describes the site's own parts of a page.
export function frame() {
	const box = (e, ...keys) => Object.fromEntries(keys.map((k) => [k, Math.round(e.getBoundingClientRect()[k])]));
	const whole = (e) => {
		const copy = e.cloneNode(true);
		const addressed = "[href], [src]";
		const from = e.querySelectorAll(addressed);
		copy.querySelectorAll(addressed).forEach((to, i) => ["href", "src"].forEach((k) => to[k] && to.setAttribute(k, from[i][k])));
		return copy;
	};
	// Pages at other depths, of other names, differ in no more than these.
	const same = (e) => whole(e).outerHTML.replace(/ aria-current="page"/g, "")
		.replace(/\n<meta name="description"[^>]*>/, "").replace(/<title>[^<]*/, "<title>").replace(/\n<meta name="robots"[^>]*>/, "");
	const [header, footer, main] = ["header", "footer", "main"].map((name) => {
		const all = document.querySelectorAll(name);
		if (all.length !== 1) throw new Error(`${all.length} elements ${name}`);
		return all[0];
	});
	const at = (e) => {
		e.scrollIntoView({ block: "center", behavior: "instant" });
		const r = e.getBoundingClientRect();
		return e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2));
	};
	const free = [at(footer.querySelector("a")), at(header.querySelector("a")), at(header.querySelector("nav a:last-child"))];
	return {
		head: same(document.head), header: same(header), footer: same(footer),
		body: [...document.body.children].map((e) => e.localName), bodyAttributes: document.body.attributes.length + document.documentElement.attributes.length,
		boxes: [box(header, "x", "y", "width", "height"), box(main, "x", "width"), box(footer, "x", "width", "height")],
		colors: [document.body, header, footer].map((e) => getComputedStyle(e).backgroundColor + getComputedStyle(e).color), free,
	};
}

// intrusions lists what a skill brought into a page that is more than its text. own are the
// ids of the site.
export function intrusions(own) {
	const found = [];
	const say = (what, e) => found.length < 20 && found.push(`${what}: ${e.outerHTML.slice(0, 200)}`);
	const main = document.querySelector("main");
	const forbidden = "script, style, link, base, meta, iframe, frame, object, embed, template, dialog, video, audio, math, marquee, textarea, select, applet, portal, foreignObject";
	for (const e of main.querySelectorAll(forbidden)) say("forbidden element", e);
	for (const e of document.querySelectorAll("form, input")) if (e.id !== "filter" && e.id !== "q" && !e.matches("input[type=checkbox][disabled]")) say("form", e);
	const seen = new Set();
	for (const e of document.querySelectorAll("[id]")) {
		if (seen.has(e.id)) say("second id", e);
		seen.add(e.id);
		if (!own.includes(e.id) && !/^(doc-.+|L\d+|in=.*)$/s.test(e.id)) say("id", e);
	}
	for (const e of main.querySelectorAll("[name]")) if (e.id !== "q") say("name", e);
	// Elements whose content is cut off or scrolls keep what is in them where they are.
	const bounds = main.getBoundingClientRect();
	const walk = (e, clip) => {
		for (const { name } of e.attributes) if (/^on|^style$|^srcdoc$|^formaction$|^ping$|^background$|^is$/.test(name)) say("attribute", e);
		for (const name of ["href", "src", "action", "xlink:href", "srcset", "poster", "data", "cite"]) {
			if (!e.hasAttribute(name)) continue;
			const value = e.getAttribute(name);
			const { protocol, origin } = new URL(value, document.baseURI);
			const image = name === "src" && e.localName === "img" && value.startsWith("data:image/svg+xml");
			if (!image && origin !== location.origin && !(e.localName === "a" && name === "href" && /^(https?|mailto):$/.test(protocol))) say("address", e);
			if (!image && origin !== location.origin && e.rel !== "nofollow noopener noreferrer") say("unmarked address", e);
		}
		const style = getComputedStyle(e);
		const hidden = e.matches(".hide, nav.toc, nav.prefixes, .stay");
		if (/fixed|absolute|sticky/.test(style.position) && !hidden) say(style.position, e);
		if (style.zIndex !== "auto" && !hidden) say("z-index " + style.zIndex, e);
		let r = e.getBoundingClientRect();
		if (r.width && r.height && !hidden) {
			const [left, right] = [Math.max(r.left, clip[0]), Math.min(r.right, clip[1])];
			const [top, bottom] = [Math.max(r.top, clip[2]), Math.min(r.bottom, clip[3])];
			if (left < right && top < bottom && (left < bounds.left - 1 || right > bounds.right + 1 || top < bounds.top - 1 || bottom > bounds.bottom + 1)) say("outside main", e);
		}
		if (style.overflowX !== "visible") clip = [r.left, r.right, r.top, r.bottom];
		for (const child of e.children) walk(child, clip);
	};
	for (const child of main.children) walk(child, [-Infinity, Infinity, -Infinity, Infinity]);
	const { scrollWidth, clientWidth } = document.documentElement;
	if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide in a window of ${clientWidth}`);
	if (window.pwned !== undefined) found.push("a script of the skill ran");
	return found;
}

// prod does to what is in the page what handlers wait for, and lets the browser react.
export async function prod() {
	const all = [...document.querySelectorAll("main *")].filter((e) => !e.closest("a, button, summary, form")).slice(0, 3000);
	for (const e of all) {
		for (const name of ["click", "mouseover", "focus", "error", "load", "toggle"]) e.dispatchEvent(new Event(name));
	}
	await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
}
