import { Marked, type Tokens } from "marked";
import type { PageHeading } from "./page-entry";

export interface Rendered {
  /** The first heading, which is not part of `html`. */
  title: string;
  /** The first sentence without markup. */
  description: string;
  html: string;
  headings: PageHeading[];
}

/**
 * Renders headings, code, tables and links. The texts are the product's own, so their HTML is not
 * escaped.
 */
const makeParser = (headings: PageHeading[], linkOf: (href: string) => string) =>
  new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const text = plainOf(html);
        const id = idOf(text, headings);
        headings.push({ id, text, level: depth });
        return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to ${escape(text)}">#</a></h${depth}>\n`;
      },
      code({ text, lang = "" }: Tokens.Code) {
        const [language = "", info = ""] = lang.split(/\s+(.*)/);
        // After "json" stands the schema a test checks the block against; otherwise its title.
        const title = (language !== "json" && info) || (languageNames[language] ?? language);
        // tabindex: wide blocks can be scrolled by keyboard.
        return `<figure class="code"><figcaption>${escape(title)} <button type="button" class="needs-script" data-copy>Copy</button></figcaption>
<pre tabindex="0"><code class="language-${escape(language)}">${escape(text)}\n</code></pre></figure>\n`;
      },
      table({ header, rows }: Tokens.Table) {
        const cell = (tag: string, { tokens }: Tokens.TableCell) =>
          `<${tag}>${this.parser.parseInline(tokens)}</${tag.split(" ")[0]}>`;
        const hasHeader = header.some(({ text }) => text !== "");
        const head = `<thead><tr>${header.map((one) => cell('th scope="col"', one)).join("")}</tr></thead>`;
        const lines = rows.map(
          (row) =>
            `<tr>${row.map((one, index) => cell(index === 0 && !hasHeader ? 'th scope="row"' : "td", one)).join("")}</tr>`,
        );
        return `<div class="wide-table" tabindex="0"><table>${hasHeader ? head : ""}<tbody>${lines.join("\n")}</tbody></table></div>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escape(linkOf(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });

const languageNames: Record<string, string> = {
  sh: "Shell",
  json: "JSON",
  html: "HTML",
  js: "JavaScript",
  jsx: "React",
  css: "CSS",
  http: "HTTP",
  ts: "TypeScript",
  python: "Python",
  php: "PHP",
  go: "Go",
  text: "Text",
};

/**
 * Renders GitHub Flavored Markdown that begins with its title. `linkOf` maps the target of a link
 * to its URL on the page.
 */
export function renderMarkdown(markdown: string, linkOf: (href: string) => string): Rendered {
  const headings: PageHeading[] = [];
  const html = makeParser(headings, linkOf).parse(markdown, { async: false });
  const [, title = "", body = ""] = /^\s*<h1[^>]*>(.*?) <a .*?<\/h1>\n(.*)$/s.exec(html) ?? [];
  const paragraph = plainOf(/<p>(.*?)<\/p>/s.exec(body)?.[1] ?? "").replace(/\s+/g, " ");
  const description = /^.*?\.(?= |$)/.exec(paragraph)?.[0] ?? paragraph;
  return {
    title: plainOf(title),
    description,
    html: body,
    headings: headings.filter(({ level }) => level > 1),
  };
}

/** "Idempotency-Key: once only" → "idempotency-key-once-only"; duplicates get a number. */
function idOf(text: string, taken: PageHeading[]): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  const same = taken.filter(
    (heading) => heading.id === id || heading.id.replace(/-\d+$/, "") === id,
  ).length;
  return same === 0 ? id : `${id}-${same + 1}`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter]!); // each has its entity
const plainOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) =>
      Object.keys(entities).find((one) => entities[one] === entity)!,
    );
