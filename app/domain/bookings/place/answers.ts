import type { BookingAnswer } from "~/contract/bookings";
import { LocalDate } from "~/contract/common";
import {
  isWebAddress,
  normaliseNumber,
  normalisePhone,
  normaliseUrl,
  toE164,
} from "~/contract/contact-details";
import type { Question } from "~/contract/schedules";
import { invalidFields } from "~/lib/app-error";

export interface GivenAnswer {
  question_id: string;
  value: string | boolean | string[];
}

/**
 * The questions put to a visitor: the configuration's first, then the schedule's whose ids are not
 * among them.
 */
export function questionsFor(ofWidget: Question[], ofSchedule: Question[]): Question[] {
  const knownIds = new Set(ofWidget.map(({ id }) => id));
  return [...ofWidget, ...ofSchedule.filter(({ id }) => !knownIds.has(id))];
}

type Value = GivenAnswer["value"];
type Check = (value: Value, question: Question) => boolean;

const isText: Check = (value) => typeof value === "string";
const isYesOrNo: Check = (value) => typeof value === "boolean";
const isNumber = /^-?\d{1,15}([.]\d{1,6})?$/;

/** Validation per question type, with the error message. */
const types: Record<Question["type"], { takes: Check; message: string }> = {
  text: { takes: isText, message: "Answer this with text." },
  textarea: { takes: isText, message: "Answer this with text." },
  select: {
    takes: (value, { options }) => typeof value === "string" && (options?.includes(value) ?? true),
    message: "Choose one of the answers.",
  },
  multiselect: {
    takes: (value, { options = [] }) =>
      Array.isArray(value) &&
      new Set(value).size === value.length &&
      value.every((one) => options.includes(one)),
    message: "Choose from the answers.",
  },
  checkbox: { takes: isYesOrNo, message: "Answer this with yes or no." },
  consent: { takes: isYesOrNo, message: "Answer this with yes or no." },
  number: {
    takes: (value) => typeof value === "string" && isNumber.test(value),
    message: "Use a number such as 12 or 12.5.",
  },
  date: {
    takes: (value) => LocalDate.safeParse(value).success,
    message: "Use a date such as 2027-01-31.",
  },
  phone: {
    takes: (value) => typeof value === "string" && toE164(value) !== null,
    message: "Use a phone number with its country, such as +31 6 12345678.",
  },
  url: {
    takes: (value) => typeof value === "string" && isWebAddress(value),
    message: "Use a web address such as example.com.",
  },
};

/** Numbers and phone numbers may be typed in any script's digits, web addresses without a scheme. */
function normaliseAnswer(type: Question["type"] | undefined, value: Value): Value {
  if (typeof value !== "string") return value;
  if (type === "number") return normaliseNumber(value);
  if (type === "url") return normaliseUrl(value);
  return type === "phone" ? normalisePhone(value) : value;
}

/** No answer: empty text or no choice. */
const isEmpty = (value: Value | undefined): value is undefined =>
  value === undefined || value.toString() === "";

/**
 * Validates a visitor's answers and returns them as stored, in the order of the questions. Throws
 * validation_failed for a required question without an answer (or a required box left unticked), an
 * answer of the wrong type, and an unknown question.
 */
export function checkAnswers(questions: Question[], answers: GivenAnswer[]): BookingAnswer[] {
  const typeOf = new Map(questions.map(({ id, type }) => [id, type]));
  const given = new Map(
    answers.map(({ question_id, value }) => [
      question_id,
      normaliseAnswer(typeOf.get(question_id), value),
    ]),
  );
  const issues = questions.flatMap((question) => {
    const path = `answers.${question.id}`;
    const value = given.get(question.id);
    if (question.required && (isEmpty(value) || value === false)) {
      const message =
        question.type === "consent" ? "Agree to this to go on." : "Please answer this.";
      return [{ path, code: "required", message }];
    }
    const { takes, message } = types[question.type];
    return isEmpty(value) || takes(value, question) ? [] : [{ path, code: "invalid", message }];
  });
  const known = new Set(questions.map(({ id }) => id));
  const unknown = answers
    .filter(({ question_id }) => !known.has(question_id))
    .map(({ question_id }) => ({
      path: `answers.${question_id}`,
      code: "unknown",
      message: "This question does not exist.",
    }));
  const all = [...issues, ...unknown];
  if (all.length > 0) throw invalidFields(all);
  return questions.flatMap((question) => {
    const value = given.get(question.id);
    return isEmpty(value) ? [] : [storedAnswer(question, value)];
  });
}

function storedAnswer(question: Question, value: Value): BookingAnswer {
  const { id: question_id, label, sensitive } = question;
  return { question_id, value, label, ...(sensitive && { sensitive }) };
}

/**
 * Answers entered by staff: not validated, with the label and sensitivity of the questions they
 * answer.
 */
export function describeAnswers(questions: Question[], answers: GivenAnswer[]): BookingAnswer[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return answers.map((answer) => {
    const question = byId.get(answer.question_id);
    return question === undefined ? answer : storedAnswer(question, answer.value);
  });
}

/** The answers without the sensitive ones, which only admins see. */
export const withoutSensitive = (answers: BookingAnswer[]): BookingAnswer[] =>
  answers.filter(({ sensitive }) => sensitive !== true);
