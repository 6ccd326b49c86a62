/** Stands in for `lit-html`, with what the element uses of it: see `lit.ts`. */

/** Where the build marks a place for a value; it stands in no template of ours. */
const MARK = "{}";

/** What an empty place is given, and an attribute that is to be left out. */
export const nothing = Symbol.for("lit-nothing");

export interface Template {
  strings: readonly string[];
  values: readonly unknown[];
}

export const html = (strings: readonly string[], ...values: unknown[]): Template => ({ strings, values });

/** A place for values: in what follows the node with this number, or in one of its attributes, which then has fixed texts between them. */
interface Place {
  node: number;
  name?: string;
  texts?: string[];
}

interface Prepared {
  content: DocumentFragment;
  places: Place[];
}

/** Takes the values, from the one that is its first. */
type Part = (values: readonly unknown[], at: number) => void;

interface Shown {
  strings: readonly string[];
  update: (values: readonly unknown[]) => void;
}

/** What a page with trusted types wants to be told of HTML that is read from a text (W3C Trusted Types). */
interface Trust {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): typeof rules;
}

const { trustedTypes: trust } = globalThis as { trustedTypes?: Trust };
const policy = trust?.createPolicy("lit-html", { createHTML: (text) => text });
const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT);
const known = new WeakMap<readonly string[], Prepared>();
const isText = (value: unknown): boolean => typeof value !== "object";

/** Reads a template once: its content, and where its values go. The build has made each place of a value a comment or an attribute. */
function prepare(strings: readonly string[]): Prepared {
  const template = document.createElement("template");
  const text = strings.join(MARK);
  template.innerHTML = policy ? policy.createHTML(text) : text;
  const { content } = template;
  const places: Place[] = [];
  walker.currentNode = content;
  for (let node = 0, found; (found = walker.nextNode() as Element | null); node++) {
    if (found.nodeType === 8) places.push({ node });
    else
      for (const name of found.getAttributeNames()) {
        const texts = found.getAttribute(name)!.split(MARK);
        if (texts[1] == null) continue;
        places.push({ node, name, texts });
        found.removeAttribute(name);
      }
  }
  return { content, places };
}

/** A template with its values, as nodes. */
function made({ strings, values }: Template): [DocumentFragment, Shown] {
  let prepared = known.get(strings);
  if (!prepared) known.set(strings, (prepared = prepare(strings)));
  const fragment = document.importNode(prepared.content, true);
  walker.currentNode = fragment;
  let at = -1;
  const parts = prepared.places.map(({ node, name, texts }): [Part, number] => {
    for (; at < node; at++) walker.nextNode();
    const found = walker.currentNode as Element;
    return name ? [attribute(found, name, texts!), texts!.length - 1] : [child(found, found.nextSibling), 1];
  });
  walker.currentNode = document; // Keeps no nodes of an element that is gone.
  const update = (values: readonly unknown[]) => {
    let at = 0;
    for (const [part, count] of parts) {
      part(values, at);
      at += count;
    }
  };
  update(values);
  return [fragment, { strings, update }];
}

/** An attribute `name`, a property `.name`, an attribute without a value `?name`, or a listener `@name`. */
function attribute(element: Element, name: string, texts: string[]): Part {
  const [kind] = name;
  const rest = name.slice(1);
  let last: unknown = nothing;
  if (kind === "@") {
    element.addEventListener(rest, (event) => (last as (event: Event) => void)(event));
    return (values, at) => (last = values[at]);
  }
  return (values, at) => {
    const given = values.slice(at, at + texts.length - 1);
    const value = given.includes(nothing)
      ? nothing
      : texts[2] == null && !texts[0] && !texts[1]
        ? given[0]
        : texts.map((text, index) => (index ? (given[index - 1] ?? "") : "") + text).join("");
    if (value === last) return;
    last = value;
    if (kind === ".") (element as unknown as Record<string, unknown>)[rest] = value;
    else if (kind === "?") element.toggleAttribute(rest, !!value);
    else if (value === nothing) element.removeAttribute(name);
    else element.setAttribute(name, (value as string) ?? "");
  };
}

/** What stands between two nodes: a text, a template, or a list of both. */
function child(start: ChildNode, end: ChildNode | null): Part {
  let last: unknown = nothing;
  const clear = (from = start.nextSibling) => {
    while (from !== end) {
      const next = from!.nextSibling;
      from!.remove();
      from = next;
    }
  };
  const insert = <N extends Node>(node: N): N => start.parentNode!.insertBefore(node, end);
  return (values, at) => {
    const value = values[at] ?? nothing;
    if (Array.isArray(value)) {
      if (!Array.isArray(last)) {
        clear();
        last = [];
      }
      const items = last as [Part, ChildNode][];
      value.forEach((_, index) => {
        if (!items[index]) {
          const start = insert(document.createComment(""));
          const end = insert(document.createComment(""));
          items[index] = [child(start, end), start];
        }
        items[index][0](value, index);
      });
      clear(items[value.length]?.[1] ?? end);
      items.length = value.length;
    } else if (isText(value)) {
      if (value === last) return;
      if (value === nothing || last === nothing || !isText(last)) {
        clear();
        if (value !== nothing) insert(document.createTextNode(value as string));
      } else start.nextSibling!.nodeValue = value as string;
      last = value;
    } else if ((last as Partial<Shown>).strings === (value as Template).strings) {
      (last as Shown).update((value as Template).values);
    } else {
      const [fragment, shown] = made(value as Template);
      clear();
      insert(fragment);
      last = shown;
    }
  };
}

/** What draws into a root. */
export const rendererOf = (root: Node): Part => child(root.appendChild(document.createComment("")), null);
