import { Parser } from "htmlparser2";

/** An element of an answer; names carry their namespace: "DAV: href" is `DAV:href`, CalDAV's are `C:…`, others `{namespace}name`. */
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
const MAX_NODES = 400_000;

/** The tree of a document; null where it is none, or ends before its end. Only XML's own five entities are known: nothing is read from elsewhere. */
export function parseXml(text: string): XmlNode | null {
  const document: XmlNode = { name: "", attributes: {}, children: [], text: "" };
  const open: { node: XmlNode; namespaces: Record<string, string> }[] = [
    { node: document, namespaces: {} },
  ];
  let nodes = 0;
  let isBroken = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const above = open.at(-1);
        if (above === undefined || open.length > MAX_DEPTH || ++nodes > MAX_NODES)
          return void (isBroken = true);
        const namespaces = { ...above.namespaces, ...declaredIn(attributes) };
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
  parser.write(text);
  isBroken ||= open.length > 1; // what is open still would be closed by the end
  parser.end();
  const [root] = document.children;
  return isBroken || root === undefined || document.children.length > 1 ? null : root;
}

function declaredIn(attributes: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes))
    if (name === "xmlns") found[""] = value;
    else if (name.startsWith("xmlns:")) found[name.slice(6)] = value;
  return found;
}

function fullName(name: string, namespaces: Record<string, string>): string {
  const [prefix, local] = name.includes(":")
    ? (name.split(":", 2) as [string, string])
    : ["", name];
  const namespace = namespaces[prefix] ?? "";
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
