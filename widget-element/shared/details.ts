/** A field of the form: one of the names below, or `answer-<question id>`. */
export type Field = string;

/**
 * What the visitor types, by field: `name`, `email`, `phone`, `notes`, `party_size`, `terms`, `payment`, `channel`, `code`, `website` (the
 * honeypot) and an answer to each question. Kept whole whatever happens to the request. Text as typed; a tick is a boolean, ticks of several a list.
 */
export type Details = Readonly<
  Record<Field, string | boolean | readonly string[] | null | undefined>
>;

/** A field's text without the spaces around it. */
export const textOf = (details: Details, field: Field): string =>
  String(details[field] ?? "").trim();

/** The size of the party: the number typed, or NaN for what is no whole number. Left out, the visitor comes alone. */
export const partySize = (details: Details): number => {
  const size = Number(textOf(details, "party_size") || 1);
  return Number.isInteger(size) ? size : NaN;
};
