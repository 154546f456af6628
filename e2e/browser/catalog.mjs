// What a site must show, told by the catalog it was made of.
import { readFileSync } from "node:fs";

export function readCatalog(file) {
	const catalog = JSON.parse(readFileSync(file, "utf8"));
	const types = new Map(catalog.resources.map((r) => [r.uri, r.mimeType]));
	const skill = (entry) => {
		const root = entry.uri.slice(0, -"/SKILL.md".length);
		return {
			uri: entry.uri,
			path: decodeURIComponent(root.slice("skill://".length)),
			name: entry.frontmatter.name,
			description: entry.frontmatter.description,
			frontmatter: entry.frontmatter,
			page: "skills/" + root.slice("skill://".length) + "/",
			bytes: entry.resources.reduce((sum, r) => sum + r.size, 0),
			files: entry.resources.map((r) => ({
				...r,
				path: decodeURIComponent(r.uri.slice(root.length + 1)),
				type: types.get(r.uri),
				view: "view/" + r.uri.slice("skill://".length) + "/",
			})),
		};
	};
	return { digest: catalog.seal, skills: catalog.skills.map(skill), unlisted: catalog.unlisted.map(skill) };
}
