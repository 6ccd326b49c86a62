/** A form field: a name below, or `answer-<question id>`. */
export type Field = string;

/**
 * Visitor input by field: `name`, `email`, `phone`, `notes`, `party_size`, `terms`, `text_reminders`, `payment`,
 * `channel`, `code`, `website` (the honeypot) and an answer per question. Kept through failed
 * requests. Text is as typed; a checkbox is a boolean, several are a list.
 */
export type Details = Readonly<
  Record<Field, string | boolean | readonly string[] | null | undefined>
>;

/** A field's text, trimmed. */
export const textOf = (details: Details, field: Field): string =>
  String(details[field] ?? "").trim();

/** Party size: the number typed, NaN if it isn't an integer, 1 if empty. */
export const partySize = (details: Details): number => {
  const size = Number(textOf(details, "party_size") || 1);
  return Number.isInteger(size) ? size : NaN;
};
