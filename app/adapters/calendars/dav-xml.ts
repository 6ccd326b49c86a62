import { Parser } from "htmlparser2";

/**
 * An element of a response. Names carry their namespace: "DAV: href" is `DAV:href`, CalDAV's are
 * `C:…`, others `{namespace}name`.
 */
export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  text: string;
}

const PREFIXES: Record<string, string> = {
  "DAV:": "DAV:",
  "urn:ietf:params:xml:ns:caldav": "C:",
  "http://calendarserver.org/ns/": "CS:",
};
const MAX_DEPTH = 40;
/** A list of 20,000 events has about 200,000. */
const MAX_NODES = 400_000;
/** Limit of namespaces in scope and of attributes per element; servers use a handful. */
const MAX_NAMES = 64;

class Broken extends Error {}

/**
 * Parses a document; null if it is invalid, truncated or exceeds the limits, so that the work grows
 * only with its length. Only XML's five predefined entities are supported: nothing external is
 * loaded.
 */
export function parseXml(text: string): XmlNode | null {
  const document: XmlNode = { name: "", attributes: {}, children: [], text: "" };
  const open: { node: XmlNode; namespaces: Namespaces }[] = [
    { node: document, namespaces: new Map() },
  ];
  let nodes = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const above = open.at(-1);
        if (above === undefined || open.length > MAX_DEPTH || ++nodes > MAX_NODES)
          throw new Broken();
        const namespaces = withDeclared(above.namespaces, attributes);
        const node: XmlNode = {
          name: fullName(name, namespaces),
          attributes,
          children: [],
          text: "",
        };
        above.node.children.push(node);
        open.push({ node, namespaces });
      },
      ontext(part) {
        const above = open.at(-1);
        if (above !== undefined) above.node.text += part;
      },
      onclosetag() {
        open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  try {
    parser.write(text);
    if (open.length > 1) return null; // unclosed elements, which the parser would close silently
    parser.end();
  } catch (error) {
    if (error instanceof Broken) return null;
    throw error;
  }
  const [root] = document.children;
  return root === undefined || document.children.length > 1 ? null : root;
}

type Namespaces = ReadonlyMap<string, string>;

/**
 * Copies the parent's namespace map only if the element declares names. Copied for every element,
 * 8,000 elements below 4,000 names took minutes.
 */
function withDeclared(above: Namespaces, attributes: Record<string, string>): Namespaces {
  const names = Object.keys(attributes);
  if (names.length > MAX_NAMES) throw new Broken();
  let namespaces: Map<string, string> | null = null;
  for (const name of names) {
    const prefix = name === "xmlns" ? "" : name.startsWith("xmlns:") ? name.slice(6) : null;
    if (prefix === null) continue;
    namespaces ??= new Map(above);
    namespaces.set(prefix, attributes[name]!);
  }
  if (namespaces !== null && namespaces.size > MAX_NAMES) throw new Broken();
  return namespaces ?? above;
}

function fullName(name: string, namespaces: Namespaces): string {
  const [prefix, local] = name.includes(":")
    ? (name.split(":", 2) as [string, string])
    : ["", name];
  const namespace = namespaces.get(prefix) ?? "";
  return `${PREFIXES[namespace] ?? `{${namespace}}`}${local}`;
}

export const childrenOf = (node: XmlNode | undefined | null, name: string): XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? [];
export const childOf = (node: XmlNode | undefined | null, name: string): XmlNode | undefined =>
  node?.children.find((child) => child.name === name);
export const textOf = (node: XmlNode | undefined | null): string | null =>
  node?.text.trim() || null;

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
