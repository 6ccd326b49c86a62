import { helpGroups, helpKeywords, helpNames } from "./help-pages";
import { pageCollection } from "./page-collection.server";
import type { PageEntry } from "./page-entry";

/** Help for owners and their teams: each file is a page of help-pages.ts. */
export const help = pageCollection({
  path: "/help",
  groups: helpGroups,
  files: import.meta.glob<string>("./help/*.md", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
});

/** Shorter searches are the start of a name. */
const SHORTEST = 3;
const MAX_FOUND = 4;
/** Found in most titles, so they find nothing in particular. */
const FILLERS = new Set(["and", "for", "from", "other", "your"]);

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The pages whose title or keywords contain every typed word or its beginning. */
export function findHelp(typed: string): Pick<PageEntry, "to" | "title">[] {
  const queryWords = wordsOf(typed);
  if (queryWords.join("").length < SHORTEST) return [];
  return helpNames
    .flatMap((name) => {
      const { title } = help.findPage(name)!; // each of the list is a page
      const words = wordsOf(`${title} ${helpKeywords[name]}`).filter((word) => !FILLERS.has(word));
      const isFound = queryWords.every((one) => words.some((word) => word.startsWith(one)));
      return isFound ? [{ to: `${help.path}/${name}`, title }] : [];
    })
    .slice(0, MAX_FOUND);
}
