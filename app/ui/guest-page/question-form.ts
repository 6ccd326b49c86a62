import type { Question } from "~/contract/schedules";

/** Input of a form's fields. */
export interface TypedFields {
  /** Entered values by field name. */
  values: Record<string, string[]>;
  /** Error messages by field name. */
  problems: Record<string, string>;
}

/** The field of a kind of people: how many come. */
export const personFieldOf = ({ id }: { id: string }) => `person_${id}`;

export const fieldOf = (question: { id: string }) => `answer_${question.id}`;

/** Name of the hidden field with the rejected text of an optional field. */
export const refusedName = (name: string) => `refused_${name}`;

/** The answers in a form; empty fields are omitted. */
export const answersIn = (form: URLSearchParams, questions: Question[]) =>
  questions.flatMap((question) => {
    const value = answerTo(question, form);
    return value === undefined ? [] : [{ question_id: question.id, value }];
  });

/** Question types answered with a checkbox. */
const TICKED = ["checkbox", "consent"];
/** Question types with several answers. */
const SEVERAL = ["multiselect"];

function answerTo(
  question: Question,
  form: URLSearchParams,
): string | boolean | string[] | undefined {
  const name = fieldOf(question);
  if (TICKED.includes(question.type)) return form.has(name) ? true : undefined;
  if (SEVERAL.includes(question.type)) return form.has(name) ? form.getAll(name) : undefined;
  const text = form.get(name)?.trim() || undefined;
  return question.type === "number" ? text?.replace(",", ".") : text;
}
