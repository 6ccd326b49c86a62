import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/** Elements whose content is not text. */
const UNREAD = new Set(["style", "script", "head", "title"]);
const BLOCKS = new Set([
  "p",
  "div",
  "table",
  "ul",
  "ol",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "blockquote",
]);
const AT_START: Record<string, string> = { br: "\n", hr: "\n---\n", li: "\n- " };
const AT_END: Record<string, string> = { th: ": ", td: " ", tr: "\n", li: "\n" };

/**
 * The text part of an email, made from its HTML: one line per block, table rows as "label: value",
 * and each link's URL on a separate line below its block, so that email clients make exactly the
 * URL clickable. "<p>See <a href="https://a.test">this</a>.</p>" → "See this.\nhttps://a.test".
 * Runs in one pass for any HTML, because tenants write it.
 */
export function htmlToText(html: string): string {
  const reader = new TextReader(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(html);
  tokenizer.end();
  return tidy(reader.text());
}

function tidy(text: string): string {
  const lines = text.split("\n").map((line) => {
    const one = line.replace(/\s+/g, " ").trim();
    return one.endsWith(" :") ? `${one.slice(0, -2)}:` : one;
  });
  return `${lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

/** Collects the tokenizer's output; positions are offsets in the HTML. */
class TextReader implements TokenizerCallbacks {
  #written: string[] = [];
  /** The open link: its address, and where in `#written` its label begins. */
  #link: { href: string; from: number } | null = null;
  /** URLs of the block's links, written below it. */
  #addresses = new Set<string>();
  #unread: string | null = null;
  #tag = "";
  #attribute = "";
  #value = "";
  #attributes = new Map<string, string>();

  constructor(private readonly html: string) {}

  text(): string {
    this.#endLink();
    this.#writeAddresses();
    return this.#written.join("");
  }

  ontext(start: number, end: number): void {
    this.#write(this.html.slice(start, end).replace(/\s+/g, " "));
  }
  ontextentity(codepoint: number): void {
    this.#write(String.fromCodePoint(codepoint).replace(/\s/, " "));
  }
  onopentagname(start: number, end: number): void {
    this.#tag = this.html.slice(start, end).toLowerCase();
    this.#attributes.clear();
  }
  onattribname(start: number, end: number): void {
    this.#attribute = this.html.slice(start, end).toLowerCase();
    this.#value = "";
  }
  onattribdata(start: number, end: number): void {
    this.#value += this.html.slice(start, end);
  }
  onattribentity(codepoint: number): void {
    this.#value += String.fromCodePoint(codepoint);
  }
  onattribend(): void {
    if (!this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, this.#value);
  }
  onopentagend(): void {
    const tag = this.#tag;
    if (this.#unread !== null) return;
    if (UNREAD.has(tag)) this.#unread = tag;
    if (tag === "a") this.#startLink();
    if (tag === "img") this.#write(this.#attributes.get("alt") ?? "");
    if (BLOCKS.has(tag) || tag === "li") this.#writeAddresses();
    this.#write(BLOCKS.has(tag) ? "\n\n" : (AT_START[tag] ?? ""));
  }
  onselfclosingtag(): void {
    this.onopentagend();
  }
  onclosetag(start: number, end: number): void {
    const tag = this.html.slice(start, end).toLowerCase();
    if (tag === this.#unread) this.#unread = null;
    if (tag === "a") this.#endLink();
    if (BLOCKS.has(tag) || tag === "li" || tag === "tr") this.#writeAddresses();
    this.#write(BLOCKS.has(tag) ? "\n\n" : (AT_END[tag] ?? ""));
  }
  oncomment(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #write(text: string): void {
    if (this.#unread === null) this.#written.push(text);
  }

  #startLink(): void {
    this.#endLink();
    const href = this.#attributes.get("href");
    if (href !== undefined) this.#link = { href, from: this.#written.length };
  }

  #endLink(): void {
    if (this.#link === null) return;
    const { href, from } = this.#link;
    this.#link = null;
    const address = href.replace(/^mailto:/i, "").trim();
    const label = this.#written.slice(from).join("").trim();
    if (label === "" || label === address) this.#written.splice(from, Infinity, address);
    else this.#addresses.add(address);
  }

  #writeAddresses(): void {
    if (this.#addresses.size > 0) this.#write(`\n${[...this.#addresses].join("\n")}\n`);
    this.#addresses.clear();
  }
}
