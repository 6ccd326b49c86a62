import { type Chip, makeChips, makeParagraphs, type Paragraph } from "./chips";

/**
 * A template as plain text, with variables and conditions as names in square brackets: "[Guest
 * name]". Liquid and HTML are stored; a text that wouldn't convert back exactly has no plain form
 * and is edited as source.
 */
export interface PlainText {
  chips: Chip[];
  paragraphs: Paragraph[];
  /** The booking details table and its placeholder; null if the email has none. */
  details: { label: string; source: string } | null;
}

const LIQUID = /(\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\})/;
const LIQUID_OR_CHIP = /(\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\[[^[\]\n]{1,80}\])/;
const TABLE = /<table class="details">[\s\S]*?<\/table>/g;
const BLOCK =
  /<table class="details">[\s\S]*?<\/table>|(?:\{% if [^%]*%\})?<(h1|p)\b[^>]*>[\s\S]*?<\/\1>(?:\{% endif %\})?/g;

/**
 * `detailsLabel`: translated name of the table. `standard`: the default body, whose table can be
 * restored.
 */
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

/** A body of paragraphs separated by blank lines; null if it contains anything else. */
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

/** Splits the text to render its chips. */
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
  // A conditional paragraph: the condition surrounds it.
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
  // the last kind is the plain paragraph
  const { label, open, close } = paragraphs.find(isOf) ?? paragraphs.at(-1)!;
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

/** Paragraphs that can be inserted: those of the default text, a heading, and small print. */
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
