const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  middot: "·",
  euro: "€",
  copy: "©",
};

/**
 * The text part of a mail, made from its HTML: one line per block, table rows as "label: value", links with their address.
 * "<p>See <a href="https://a.test">this</a></p>" → "See this (https://a.test)".
 */
export function htmlToText(html: string): string {
  const marked = html
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(style|script|head|title)\b[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/\s+/g, " ")
    .replace(/<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)<\/a\s*>/gi, (_, double, single, label) =>
      linkText(String(double ?? single ?? ""), String(label)),
    )
    .replace(/<img\b[^>]*?\balt\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>/gi, (_, double, single) =>
      String(double ?? single ?? ""),
    )
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<hr\b[^>]*>/gi, "\n---\n")
    .replace(/<li\b[^>]*>/gi, "\n- ")
    .replace(/<\/th\s*>/gi, ": ")
    .replace(/<\/td\s*>/gi, " ")
    .replace(/<\/(tr|li)\s*>/gi, "\n")
    .replace(/<(p|div|table|ul|ol|h[1-6]|blockquote)\b[^>]*>/gi, "\n\n")
    .replace(/<\/(p|div|table|ul|ol|h[1-6]|blockquote)\s*>/gi, "\n\n")
    .replace(/<[^>]*>/g, "");
  const lines = decodeEntities(marked).split("\n");
  return `${lines
    .map((line) =>
      line
        .replace(/[^\S\n]+/g, " ")
        .replace(/ ?: $/, ":")
        .trim(),
    )
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

function linkText(href: string, label: string): string {
  const text = label.replace(/<[^>]*>/g, "").trim();
  const address = href.replace(/^mailto:/i, "");
  return text === "" || decodeEntities(text) === decodeEntities(address) ? address : `${text} (${address})`;
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : whole;
  });
}
