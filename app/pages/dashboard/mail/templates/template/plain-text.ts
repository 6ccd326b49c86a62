import { type Chip, makeChips, makeParagraphs, type Paragraph } from "./chips";

/**
 * A template as plain text, in which variables and conditions have names in square brackets: "[Guest name]". What is stored stays Liquid
 * and HTML: a text that would not come back exactly as it was has no plain text, and is edited as it is stored.
 */
export interface PlainText {
  chips: Chip[];
  paragraphs: Paragraph[];
  /** The table with the booking's facts, and the name that stands for it; null: this mail has none. */
  details: { label: string; source: string } | null;
}

const LIQUID = /(\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\})/;
const LIQUID_OR_CHIP = /(\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\[[^[\]\n]{1,80}\])/;
const TABLE = /<table class="details">[\s\S]*?<\/table>/g;
const BLOCK =
  /<table class="details">[\s\S]*?<\/table>|(?:\{% if [^%]*%\})?<(h1|p)\b[^>]*>[\s\S]*?<\/\1>(?:\{% endif %\})?/g;

/** `detailsLabel`: the name of the table in the page's language. `standard`: the default's body, whose table may be put back. */
export function makePlainText(
  variables: readonly string[],
  detailsLabel: string,
  body: string,
  standard: string,
): PlainText {
  const source = body.match(TABLE)?.[0] ?? standard.match(TABLE)?.[0];
  return {
    chips: makeChips(variables),
    paragraphs: makeParagraphs(variables),
    details: source === undefined ? null : { label: detailsLabel, source },
  };
}

/** A line without HTML, such as a subject. */
export function lineToPlain({ chips }: PlainText, source: string): string | null {
  const plain = inlineToPlain(chips, source, (text) => text);
  return lineToSource({ chips }, plain) === tidyTags(source) ? plain : null;
}

export function lineToSource({ chips }: Pick<PlainText, "chips">, plain: string): string {
  return inlineToSource(chips, plain, (text) => text);
}

/** A body of paragraphs, each two lines apart; null where it holds more than that. */
export function bodyToPlain(text: PlainText, body: string): string | null {
  const blocks = [...body.matchAll(BLOCK)].map(([block]) => block);
  if (body.replace(BLOCK, "").trim() !== "") return null;
  const plain = blocks.map((block) => blockToPlain(text, block)).join("\n\n");
  return bodyToSource(text, plain) === tidyTags(blocks.join("\n")) ? plain : null;
}

export function bodyToSource(text: PlainText, plain: string): string {
  const blocks = plain
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== "");
  return blocks.map((block) => blockToSource(text, block)).join("\n");
}

/** The text in pieces, to show its chips as such. */
export function piecesOf(
  { chips, paragraphs, details }: PlainText,
  plain: string,
): { text: string; is_chip: boolean }[] {
  const labels = new Set(
    [...chips, ...paragraphs, ...(details ? [details] : [])].map(({ label }) => `[${label}]`),
  );
  return plain
    .split(LIQUID_OR_CHIP)
    .filter((text) => text !== "")
    .map((text) => ({ text, is_chip: labels.has(text) }));
}

const tidyTags = (source: string) => source.replace(/\{\{\s*([\w.]+)\s*\}\}/g, "{{ $1 }}");

function blockToPlain({ chips, paragraphs, details }: PlainText, block: string): string {
  if (details !== null && block === details.source) return `[${details.label}]`;
  // A paragraph that is there only sometimes: the condition is around it.
  const [, before = "", inner = "", after = ""] =
    /^(\{% if [^%]*%\})?([\s\S]*?)(\{% endif %\})?$/.exec(block) ?? [];
  const found = paragraphs.find(
    ({ open, close }) => inner.startsWith(open) && inner.endsWith(close),
  );
  if (found === undefined) return block;
  const text = inner.slice(found.open.length, inner.length - found.close.length);
  const prefix = found.label === null ? "" : `[${found.label}] `;
  return prefix + inlineToPlain(chips, `${before}${text}${after}`, fromHtml);
}

function blockToSource({ chips, paragraphs, details }: PlainText, block: string): string {
  if (details !== null && block === `[${details.label}]`) return details.source;
  const isOf = ({ label }: Paragraph) => label !== null && block.startsWith(`[${label}]`);
  const { label, open, close } = paragraphs.find(isOf) ?? paragraphs.at(-1)!; // the last one is the plain paragraph
  const text = inlineToSource(
    chips,
    label === null ? block : block.slice(label.length + 2).trim(),
    toHtml,
  );
  const only =
    /^(\{% if [^%]*%\})((?:(?!\{% (?:if|elsif|else|endif)\b)[\s\S])*)(\{% endif %\})$/.exec(text);
  return only === null ? `${open}${text}${close}` : `${only[1]}${open}${only[2]}${close}${only[3]}`;
}

function inlineToPlain(chips: Chip[], source: string, toText: (html: string) => string): string {
  const labels = new Map(chips.map((chip) => [chip.source, chip.label]));
  const parts = tidyTags(source).split(LIQUID);
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return toText(part);
      const label = labels.get(part);
      return label === undefined ? part : `[${label}]`;
    })
    .join("");
}

function inlineToSource(chips: Chip[], plain: string, fromText: (text: string) => string): string {
  const sources = new Map(chips.map(({ label, source }) => [`[${label}]`, source]));
  const parts = plain.split(LIQUID_OR_CHIP);
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return fromText(part);
      return sources.get(part) ?? (part.startsWith("[") ? fromText(part) : part);
    })
    .join("");
}

const SIGNS: [RegExp, string, string][] = [
  [/&/g, "&", "&amp;"],
  [/</g, "<", "&lt;"],
  [/>/g, ">", "&gt;"],
];
const toHtml = (text: string) =>
  SIGNS.reduce((html, [sign, , entity]) => html.replace(sign, entity), text).replaceAll(
    "\n",
    "<br>",
  );
const fromHtml = (html: string) =>
  SIGNS.reduceRight(
    (text, [, sign, entity]) => text.replaceAll(entity, sign),
    html.replaceAll("<br>", "\n"),
  );

/** The parts that can be put into a text as a paragraph: as the default text has them, and a heading or small print of one's own. */
export function partsOf(text: PlainText, standard: string): { label: string; plain: string }[] {
  const paragraphs = bodyToPlain(text, standard)?.split("\n\n") ?? [];
  const labels = [
    ...text.paragraphs.flatMap(({ label }) => label ?? []),
    ...(text.details ? [text.details.label] : []),
  ];
  return labels.map((label) => ({
    label,
    plain: paragraphs.find((paragraph) => paragraph.startsWith(`[${label}]`)) ?? `[${label}] `,
  }));
}
