import type { PageContents, PageEntry } from "./page-entry";
import { type Rendered, renderMarkdown } from "./render-markdown.server";

/** A rendered page of a collection. */
interface DocumentPage<Name extends string> extends Rendered {
  name: Name;
}

interface CollectionOptions<Name extends string> {
  /** The URL of the overview; a page is one level below it. */
  path: string;
  groups: readonly { title: string; pages: readonly Name[] }[];
  /** Markdown by file path, from import.meta.glob. */
  files: Record<string, string>;
  /** Generated Markdown that replaces `{{name}}`. */
  parts?: Record<string, () => string>;
}

/** Markdown pages in reading order: the developer guide, or the help for owners. */
export function pageCollection<Name extends string>(options: CollectionOptions<Name>) {
  const { path, groups, files, parts = {} } = options;
  const names = groups.flatMap(({ pages }) => pages);
  const sources = new Map(
    Object.entries(files).map(([file, text]) => [/([\w-]+)\.md$/.exec(file)?.[1] ?? "", text]),
  );
  const rendered = new Map<Name, DocumentPage<Name>>();

  /** The Markdown of a page with its generated parts. */
  function markdownOf(name: Name): string {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`${path} has no file for ${name}.`);
    return source.replace(/\{\{(\w+)\}\}/g, (_, part: string) => {
      const make = parts[part];
      if (make === undefined) throw new Error(`${name} names {{${part}}}, which there is not.`);
      return make();
    });
  }

  /** Pages link to each other's files, so that the links also work in the repository. */
  const linkOf = (href: string) =>
    href.replace(/^(?:\.\/)?([\w-]+)\.md(?=#|$)/, (_, name: string) => `${path}/${name}`);

  /** A page as HTML, rendered once per process; null for an unknown name. */
  function findPage(name: string | undefined): DocumentPage<Name> | null {
    const known = names.find((one) => one === name);
    if (known === undefined) return null;
    const page = rendered.get(known) ?? {
      name: known,
      ...renderMarkdown(markdownOf(known), linkOf),
    };
    rendered.set(known, page);
    return page;
  }

  function toEntry(name: Name): PageEntry {
    const page = findPage(name);
    if (page === null) throw new Error(`${path} has no page ${name}.`);
    return { name, to: `${path}/${name}`, title: page.title, description: page.description };
  }

  /** Every page by group, in reading order: for the navigation and the overview. */
  const contents = (): PageContents =>
    groups.map(({ title, pages }) => ({ title, pages: pages.map(toEntry) }));

  /** The pages before and after one, in reading order. */
  function neighboursOf(name: Name): { previous: PageEntry | null; next: PageEntry | null } {
    const index = names.indexOf(name);
    const [previous, next] = [names[index - 1], names[index + 1]];
    return { previous: previous ? toEntry(previous) : null, next: next ? toEntry(next) : null };
  }

  return { path, markdownOf, findPage, contents, neighboursOf };
}
