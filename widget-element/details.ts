import type { Answer, Issue, NewBooking, Question } from "./wire";

/** A field of the form: one of the names below, or `answer-<question id>`. */
export type Field = string;

/**
 * What the visitor types, by field: `name`, `email`, `phone`, `notes`, `party_size`, `website` (the honeypot) and an
 * answer to each question. Kept whole whatever happens to the request. Text as typed; a tick is a boolean.
 */
export type Details = Readonly<Record<Field, string | boolean | null | undefined>>;

export const answerField = (question_id: string): Field => `answer-${question_id}`;

/** A field's text without the spaces around it. */
export const textOf = (details: Details, field: Field): string => String(details[field] ?? "").trim();

/** The size of the party: the number typed, or NaN for what is no whole number. Left out, the visitor comes alone. */
export const partySize = (details: Details): number => {
  const size = Number(textOf(details, "party_size") || 1);
  return Number.isInteger(size) ? size : NaN;
};

/** Why the form itself refuses a field; the server's reasons arrive as sentences. */
export type FieldCode = "required" | "email" | "party_size";

/** The fields that cannot be sent as they are, in the order of the form. Empty when all is well. */
export function checkDetails(
  details: Details,
  questions: readonly Question[],
  party_limit: number,
): Map<Field, FieldCode> {
  const wrong = new Map<Field, FieldCode>();
  const size = partySize(details);
  if (!(size >= 1 && size <= party_limit)) wrong.set("party_size", "party_size");
  const required = questions.filter((question) => question.required).map(({ id }) => answerField(id));
  for (const field of ["name", "email", ...required]) {
    if (!textOf(details, field) || details[field] === false) wrong.set(field, "required");
  }
  const email = textOf(details, "email");
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) wrong.set("email", "email");
  return wrong;
}

/** The answers given, in the order of the questions: trimmed text or a tick; empty text and no tick are none. */
function answersOf(details: Details, questions: readonly Question[]): Answer[] {
  const given = questions.filter(({ id }) => details[answerField(id)] && textOf(details, answerField(id)));
  return given.map(({ id }) => {
    const field = answerField(id);
    return { question_id: id, value: details[field] === true || textOf(details, field) };
  });
}

export interface Circumstances {
  slot_id: string;
  questions: readonly Question[];
  locale: string;
  time_zone: string;
  return_url: string | null | undefined;
}

/** The booking to ask for. Optional fields left empty are not sent. */
export function bookingBody(details: Details, circumstances: Circumstances): NewBooking {
  const { slot_id, questions, locale, time_zone, return_url } = circumstances;
  const text = (field: Field) => textOf(details, field);
  const answers = answersOf(details, questions);
  return {
    slot_id,
    party_size: partySize(details),
    customer: {
      name: text("name"),
      email: text("email"),
      phone: text("phone") || undefined,
      locale,
      time_zone,
    },
    answers: answers.length ? answers : undefined,
    notes: text("notes") || undefined,
    return_url: return_url || undefined,
    website: text("website"),
  };
}

/**
 * The server's sentences by field; those of no field of the form are joined under `""`.
 * A path names a customer's field (`customer.email`), one of the booking's (`notes`), a question (`answers.allergies`) or the nth answer
 * that was sent (`answers.0.value`).
 */
export function placeIssues(
  issues: readonly Issue[],
  details: Details,
  questions: readonly Question[],
): Map<Field, string> {
  const sent = answersOf(details, questions);
  const fields = new Map<Field, string>();
  for (const { path, message } of issues) {
    const [head = "", next = ""] = path.split(".");
    const asked = questions.find(({ id }) => id === next)?.id ?? sent[Number(next)]?.question_id;
    const answer = head === "answers" ? asked : undefined;
    const field = answer ? answerField(answer) : head === "customer" ? next : head;
    const known = answer !== undefined || ["name", "email", "phone", "notes", "party_size"].includes(field);
    if (known) fields.set(field, message);
    else fields.set("", [fields.get(""), message].filter(Boolean).join(" "));
  }
  return fields;
}
