import { expect, test } from "vitest";
import { NewWidgetBooking } from "./booking-inputs";
import { Locale } from "./common";
import { NewSchedule, Schedule } from "./schedules";
import { NewSlot } from "./slots";
import { issuesOf } from "./plain-words";
import type { z } from "zod";

const ID = "019aa0c4-6c00-7000-8000-000000000001";
const refusals = (schema: z.ZodType, value: unknown) => issuesOf(schema.safeParse(value).error!);

const schedule = {
  name: "Haircut",
  resource_ids: [ID],
  rules: [{ days: [1], start: "09:00", end: "17:00" }],
};
const booking = { slot_id: ID, customer: { name: "Anna", email: "anna@example.com" } };

test("currencies are validated by ISO 4217 everywhere", () => {
  for (const currency of ["XQQ", "eur", "EU"]) {
    expect(refusals(NewSchedule, { ...schedule, currency })[0]?.path).toBe("currency");
    const slot = {
      resource_id: ID,
      starts_at: "2026-11-20T09:00:00Z",
      duration_minutes: 30,
      currency,
    };
    expect(refusals(NewSlot, slot)[0]?.path).toBe("currency");
  }
  expect(NewSchedule.safeParse({ ...schedule, currency: "JPY" }).success).toBe(true);
});

test("a select question needs options", () => {
  const questions = [{ id: "size", label: "Size", type: "select" }];
  for (const options of [undefined, []]) {
    expect(
      refusals(NewSchedule, { ...schedule, questions: [{ ...questions[0], options }] }),
    ).toEqual([
      {
        path: "questions.0.options",
        code: "custom",
        message: "A choice needs at least one option.",
      },
    ]);
  }
  expect(
    NewSchedule.safeParse({ ...schedule, questions: [{ ...questions[0], options: ["S"] }] })
      .success,
  ).toBe(true);
});

test("question ids are unique", () => {
  const question = { id: "size", label: "Size", type: "text" };
  expect(refusals(NewSchedule, { ...schedule, questions: [question, question] })[0]).toMatchObject({
    path: "questions",
    message: "Give each question an id of its own.",
  });
});

test("stored schedules with such questions or currencies are still returned", () => {
  const saved = {
    ...NewSchedule.parse({ ...schedule, time_zone: "UTC" }),
    id: ID,
    version: 1,
    currency: "XQQ",
  };
  const question = { id: "size", label: "Size", type: "select", required: false };
  const at = { created_at: "2026-11-20T09:00:00Z", updated_at: "2026-11-20T09:00:00Z" };
  expect(
    Schedule.safeParse({ ...saved, ...at, questions: [question, question] }).error,
  ).toBeUndefined();
});

test("a question can be answered once", () => {
  const answer = { question_id: "size", value: "S" };
  expect(refusals(NewWidgetBooking, { ...booking, answers: [answer, answer] })).toEqual([
    { path: "answers", code: "custom", message: "Answer each question once." },
  ]);
});

test("a question id rejects characters that cannot be stored", () => {
  for (const question_id of ["a\u0000", "\ud800"]) {
    const answers = [{ question_id, value: "S" }];
    expect(refusals(NewWidgetBooking, { ...booking, answers })[0]?.path).toBe(
      "answers.0.question_id",
    );
  }
});

test("a language tag must be usable for dates", () => {
  for (const tag of ["en-aa-bb", "en-a-bb", "e", "en_US", "en-\u0000"]) {
    expect(Locale.safeParse(tag).success, tag).toBe(false);
    const customer = { ...booking.customer, locale: tag };
    expect(refusals(NewWidgetBooking, { ...booking, customer })[0]?.path, tag).toBe(
      "customer.locale",
    );
  }
  for (const tag of ["en", "pt-BR", "zh-Hant-TW"])
    expect(() => new Intl.DateTimeFormat(Locale.parse(tag))).not.toThrow();
});
