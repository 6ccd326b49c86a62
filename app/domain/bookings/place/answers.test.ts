import { describe, expect, test } from "vitest";
import { Question } from "~/contract/schedules";
import type { AppError } from "~/lib/app-error";
import {
  checkAnswers,
  describeAnswers,
  type GivenAnswer,
  questionsFor,
  withoutSensitive,
} from "./answers";

const question = (more: Record<string, unknown>): Question =>
  Question.parse({ id: "q", label: "Question?", type: "text", ...more });

/** The issue codes by path when the answers are refused, else the stored answers. */
function validate(questions: Question[], answers: GivenAnswer[]) {
  try {
    return checkAnswers(questions, answers);
  } catch (error) {
    const { issues = [] } = (error as AppError).extra;
    return Object.fromEntries(issues.map(({ path, code }) => [path, code]));
  }
}
const validateOne = (more: Record<string, unknown>, value: GivenAnswer["value"]) =>
  validate([question(more)], [{ question_id: "q", value }]);

const options = ["Red", "Blue", "Green"];
const takes: Record<
  Question["type"],
  { good: GivenAnswer["value"][]; bad: GivenAnswer["value"][] }
> = {
  text: { good: ["Yes", "0"], bad: [true, ["a"]] },
  textarea: { good: ["Two\nlines"], bad: [false, ["a"]] },
  select: { good: ["Red"], bad: ["Pink", true, ["Red"]] },
  multiselect: { good: [["Red"], ["Red", "Green"]], bad: ["Red", ["Pink"], ["Red", "Red"], true] },
  checkbox: { good: [true, false], bad: ["yes", "true", ["a"]] },
  consent: { good: [true, false], bad: ["yes", ["a"]] },
  number: {
    good: ["12", "12.5", "-3", "0"],
    bad: ["12,5", "1e9", "NaN", "twelve", "1.", true, "1".repeat(16)],
  },
  date: { good: ["2027-01-31"], bad: ["2027-02-30", "31-01-2027", "2300-01-01", "soon", true] },
  phone: { good: ["+31612345678", "+442079460000"], bad: ["0612345678", "call me", true] },
  url: {
    good: ["https://example.com/a?b=c", "http://example.com"],
    bad: ["example", "javascript:alert(1)", "me@example.com", "1.5", true],
  },
};

test.each([
  ["example.com", "https://example.com"],
  ["  www.example.com/me?a=b ", "https://www.example.com/me?a=b"],
  ["münchen.example:8080", "https://münchen.example:8080"],
  ["HTTPS://Example.com", "HTTPS://Example.com"],
])("accepts the web address %j", (typed, value) => {
  expect(validateOne({ type: "url" }, typed)).toEqual([
    { question_id: "q", value, label: "Question?" },
  ]);
});

describe.each(Object.entries(takes))("a question of the type %s", (type, { good, bad }) => {
  const hasOptions = type === "select" || type === "multiselect";
  const more = hasOptions ? { type, options } : { type };
  const yesOrNo = type === "checkbox" || type === "consent";

  test("accepts valid answers", () => {
    for (const value of good)
      expect(validateOne(more, value), JSON.stringify(value)).toEqual([
        { question_id: "q", value, label: "Question?" },
      ]);
  });

  test("refuses others at the question's path with a plain message", () => {
    for (const value of bad) {
      expect(validateOne(more, value), JSON.stringify(value)).toEqual({ "answers.q": "invalid" });
      const refusal = (() => {
        try {
          return checkAnswers([question(more)], [{ question_id: "q", value }]);
        } catch (error) {
          return (error as AppError).extra.issues?.[0]?.message;
        }
      })();
      expect(refusal).toMatch(/^(Use|Choose|Answer) .*\.$/);
    }
  });

  test("may be left out unless it is required", () => {
    for (const value of ["", []]) expect(validateOne(more, value)).toEqual([]);
    expect(validate([question(more)], [])).toEqual([]);
    expect(validate([question({ ...more, required: true })], [])).toEqual({
      "answers.q": "required",
    });
    for (const value of yesOrNo ? [false] : ["", []])
      expect(validateOne({ ...more, required: true }, value)).toEqual({ "answers.q": "required" });
    expect(validateOne({ ...more, required: true }, good[0]!)).toHaveLength(1);
  });
});

test.each([
  ["number", " 1", "1"],
  ["number", "\uff11\uff12", "12"],
  ["phone", "+31 6 12345678", "+31612345678"],
  ["phone", "0031612345678", "+31612345678"],
] as const)("a %s typed as %j is stored as %j", (type, typed, stored) => {
  expect(validateOne({ type }, typed)).toEqual([
    { question_id: "q", value: stored, label: "Question?" },
  ]);
});

test("unknown questions are refused, and all errors are reported together", () => {
  const questions = [question({ id: "a", required: true }), question({ id: "b", type: "date" })];
  const answers = [
    { question_id: "b", value: "soon" },
    { question_id: "c", value: "x" },
    { question_id: "terms.accepted", value: true },
  ];
  expect(validate(questions, answers)).toEqual({
    "answers.a": "required",
    "answers.b": "invalid",
    "answers.c": "unknown",
    "answers.terms.accepted": "unknown",
  });
});

test("answers are stored in question order, with the current wording and sensitivity", () => {
  const consent = question({ id: "news", type: "consent", label: "Send me news." });
  const health = question({ id: "health", label: "Anything we should know?", sensitive: true });
  const given = [
    { question_id: "health", value: "Asthma" },
    { question_id: "news", value: true },
  ];
  const stored = checkAnswers([consent, health], given);
  expect(stored).toEqual([
    { question_id: "news", value: true, label: "Send me news." },
    { question_id: "health", value: "Asthma", label: "Anything we should know?", sensitive: true },
  ]);
  expect(withoutSensitive(stored)).toEqual([stored[0]]);
  expect(describeAnswers([health], [...given, { question_id: "other", value: "x" }])).toEqual([
    stored[1],
    { question_id: "news", value: true },
    { question_id: "other", value: "x" },
  ]);
});

test("the configuration's questions come first and override the schedule's by id", () => {
  const [mine, yours, other] = [
    question({ id: "size", label: "Your size?" }),
    question({ id: "size", label: "Size?" }),
    question({ id: "diet" }),
  ];
  expect(questionsFor([mine], [yours, other])).toEqual([mine, other]);
});
