import type { Plugin } from "vite";

/**
 * Builds with what the element uses of Lit, 2 kB smaller than the whole. The sources are written for Lit and checked with its types; here `lit`
 * is taken to mean `lean/index.ts`, which has no directives, controllers, converters or decorators: importing one stops the build. A template's
 * places are found here, not in the browser. Without this plugin the element is built with the whole of Lit.
 */
export const leanLit = (): Plugin[] => [
  {
    name: "lean-lit",
    enforce: "pre",
    resolveId(source) {
      if (source === "lit") return new URL("index.ts", import.meta.url).pathname;
      if (/^(lit|@lit)\b/.test(source)) this.error(`${source} is not among what lean/index.ts has of Lit`);
      return null;
    },
  },
  {
    name: "lean-templates",
    transform(code, id) {
      if (!id.endsWith(".ts")) return null;
      const texts: [start: number, end: number, text: string][] = [];
      const visit = (node: unknown): void => {
        if (!node || typeof node !== "object") return;
        if (isTemplate(node)) {
          const { quasis } = node.quasi;
          const marked = marksOf(quasis.map(({ value }) => value.raw));
          quasis.forEach(({ start, end }, index) => texts.push([start, end, marked[index]!]));
        }
        Object.values(node).forEach(visit);
      };
      visit(this.parse(code));
      return texts
        .sort(([a], [b]) => b - a)
        .reduce((left, [start, end, text]) => left.slice(0, start) + text + left.slice(end), code);
    },
  },
];

interface TaggedTemplate {
  quasi: { quasis: { start: number; end: number; value: { raw: string } }[] };
}

const isTemplate = (node: object): node is TaggedTemplate =>
  "type" in node &&
  node.type === "TaggedTemplateExpression" &&
  "tag" in node &&
  (node.tag as { name?: string }).name === "html";

/**
 * The texts of a template as the browser's parser takes them once the marks for the values are put between: a value between tags becomes a
 * comment. Quotes and closing tags that HTML can do without are left out.
 */
export function marksOf(texts: readonly string[]): string[] {
  let in_tag = false;
  let quoted = false;
  const marked = texts.map((text, index) => {
    if (/[\\{}]|<!/.test(text)) throw new Error(`a template cannot hold ${text}`);
    let read = index > 0 && !in_tag ? ">" : "";
    for (const one of text.replace(/\s+/g, " ")) {
      if (one === '"' && in_tag) quoted = !quoted;
      if (one === ">" && in_tag && !quoted) {
        in_tag = false;
        read = read.trimEnd();
      } else if (one === "<") in_tag = true;
      read += one;
    }
    return index < texts.length - 1 && !in_tag ? `${read}<?` : read;
  });
  const short = marked.map((text) => text.replace(/="([\w-]+)"(?=[\s>])/g, "=$1"));
  return short.map((text, index) => (index < short.length - 1 ? text : text.replace(/(\s*<\/\w+>)+\s*$/, "")));
}
