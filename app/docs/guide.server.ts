import {
  type GuideContents,
  type GuideEntry,
  type GuideName,
  guideGroups,
  guideNames,
} from "./guide-pages";
import { guideParts } from "./guide-parts.server";
import { type Rendered, renderMarkdown } from "./render-markdown.server";

export interface GuidePage extends Rendered {
  name: GuideName;
}

const files = import.meta.glob<string>("./guide/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const sources: Partial<Record<GuideName, string>> = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [/([\w-]+)\.md$/.exec(path)?.[1] ?? "", text]),
);

const rendered = new Map<GuideName, GuidePage>();

/** A page of the guide as HTML, rendered once per process; null for an unknown name. */
export function findGuidePage(name: string | undefined): GuidePage | null {
  const known = guideNames.find((one) => one === name);
  if (known === undefined) return null;
  const page = rendered.get(known) ?? { name: known, ...renderMarkdown(markdownOf(known), linkOf) };
  rendered.set(known, page);
  return page;
}

/** The Markdown of a page with its generated parts. */
export function markdownOf(name: GuideName): string {
  const source = sources[name];
  if (source === undefined) throw new Error(`The guide has no file for ${name}.`);
  return source.replace(/\{\{(\w+)\}\}/g, (_, part: string) => {
    const make = guideParts[part];
    if (make === undefined) throw new Error(`${name} names {{${part}}}, which there is not.`);
    return make();
  });
}

/** Pages link to each other's files, so that the links also work in the repository. */
function linkOf(href: string): string {
  return href.replace(/^(?:\.\/)?([\w-]+)\.md(?=#|$)/, "/docs/$1");
}

/** Every page by group, in reading order: for the navigation and the overview. */
export function guideContents(): GuideContents {
  return guideGroups.map(({ title, pages }) => ({ title, pages: pages.map(toEntry) }));
}

/** The pages before and after one, in reading order. */
export function guideNeighbours(name: GuideName): {
  previous: GuideEntry | null;
  next: GuideEntry | null;
} {
  const index = guideNames.indexOf(name);
  const [previous, next] = [guideNames[index - 1], guideNames[index + 1]];
  return { previous: previous ? toEntry(previous) : null, next: next ? toEntry(next) : null };
}

function toEntry(name: GuideName): GuideEntry {
  const page = findGuidePage(name);
  if (page === null) throw new Error(`The guide has no page ${name}.`);
  return { name, title: page.title, description: page.description };
}
