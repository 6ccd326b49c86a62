import type english from "../../app/i18n/en/widget.json";

/**
 * Texts of the element: `app/i18n/<language>/widget.json` in the format of i18next (JSON v4), with
 * a section per part of the element. i18next itself is larger than the whole first view.
 */
export type TextFile = typeof english;

type Joined<Section> = (Section extends unknown ? (sections: Section) => void : never) extends (
  sections: infer All,
) => void
  ? All
  : never;

/** The texts of all sections. */
export type Texts = Joined<TextFile[keyof TextFile]>;

/** Texts with a key per plural form (Unicode CLDR): `seats_one`, `seats_other`. */
type PluralKey = keyof {
  [Key in keyof Texts as Key extends `${infer Stem}_other` ? Stem : never]: 1;
};

/** A language's texts, of all its sections. */
export const textsIn = (file: TextFile): Texts =>
  Object.assign({}, ...Object.values(file)) as Texts;

type Values = Readonly<Record<string, string | number>>;

/** Inserts values into a text; missing values become empty. */
export const fill = (text: string, values: Values): string =>
  text.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ""));

/** Inserts values into the plural form for `count`; every language has all of its forms. */
export function fillPlural(
  t: Texts,
  key: PluralKey,
  count: number,
  locale: string,
  values: Values = {},
): string {
  // English has only two of the forms.
  const form = `${key}_${new Intl.PluralRules(locale).select(count)}` as `${PluralKey}_other`;
  return fill(t[form], { ...values, count: new Intl.NumberFormat(locale).format(count) });
}
