import { Fragment, type ReactNode } from "react";

/**
 * Translated text with elements, whose position the translation decides: `<Rich text={t("See
 * <all>all bookings</all>.")} parts={{ all: (inner) => <Link to="…">{inner}</Link> }} />`. Unknown
 * tags render as their text. Tags don't nest.
 */
export function Rich({
  text,
  parts,
}: {
  text: string;
  parts: Record<string, (inner: string) => ReactNode>;
}) {
  return text.split(/(<(\w+)>.*?<\/\2>)/s).map((piece, index) => {
    if (index % 3 === 2) return null; // the tag name, which split() returns after the tag's content
    if (index % 3 === 0) return piece;
    const [, tag = "", inner = ""] = /^<(\w+)>(.*)<\/\1>$/s.exec(piece) ?? [];
    return <Fragment key={index}>{parts[tag]?.(inner) ?? inner}</Fragment>;
  });
}
