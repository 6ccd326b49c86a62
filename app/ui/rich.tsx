import { Fragment, type ReactNode } from "react";

/**
 * A text with elements inside, so that each language can put them where its sentence wants them:
 * `<Rich text={t("See <all>all bookings</all>.")} parts={{ all: (inner) => <Link to="…">{inner}</Link> }} />`.
 * A tag that is not in `parts` is shown as its inner text. Tags are not nested.
 */
export function Rich({
  text,
  parts,
}: {
  text: string;
  parts: Record<string, (inner: string) => ReactNode>;
}) {
  return text.split(/(<(\w+)>.*?<\/\2>)/s).map((piece, index) => {
    if (index % 3 === 2) return null; // the tag's name, which split() puts after what it encloses
    if (index % 3 === 0) return piece;
    const [, tag = "", inner = ""] = /^<(\w+)>(.*)<\/\1>$/s.exec(piece) ?? [];
    return <Fragment key={index}>{parts[tag]?.(inner) ?? inner}</Fragment>;
  });
}
