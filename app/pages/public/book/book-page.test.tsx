import { expect, test } from "vitest";
import { addressOf, readChoice } from "./booking-page-choice";
import type { WidgetConfig } from "~/contract/widget";
import { LOCALES } from "~/i18n/locales";
import { bookTexts, firstWeekday, languageNamed, languages } from "./book-language";
import { durationName } from "./book-words";
import { problemsOf } from "./book-problems";

const SERVICE = "019aa0c4-6c00-7000-8000-000000000001";
const ROOM = "019aa0c4-6c00-7000-8000-000000000002";
const service = {
  id: SERVICE,
  resource_ids: [ROOM],
  max_party_size: 3,
  duration_minutes: 60,
  length_options: [{ minutes: 90 }, { minutes: 120 }],
  resource_terms: [{ resource_id: ROOM, duration_minutes: 45, length_options: [{ minutes: 120 }] }],
};
const config = {
  schedules: [service, { ...service, id: ROOM }],
  resources: [{ id: ROOM, capacity: 8 }],
};
const read = (search: string, of: object = config) =>
  readChoice(of as unknown as WidgetConfig, new URLSearchParams(search), null);

test.each(LOCALES)("the page can be read in %s", (locale) => {
  expect(languages.find((one) => one.locale === locale)?.name).toBeTruthy();
});

test("what a link leads to is what its page has read from the address", () => {
  const whole = `?service=${SERVICE}&resource=${ROOM}&length_minutes=120&people=2&date=2027-01-04&time=2027-01-04T09%3A00%3A00Z`;
  expect(addressOf(read(whole))).toBe(whole);
  expect(addressOf(read(whole), { time: null, people: 1, length: null })).toBe(
    `?service=${SERVICE}&resource=${ROOM}&date=2027-01-04`,
  );
});

test.each([
  // The date is also the week of the timetable of all classes.
  ["?service=nonsense&date=2027-01-04", { service: null, date: "2027-01-04" }],
  [`?service=${SERVICE}&date=2027-02-30&time=09:00`, { date: null, time: null }],
  [`?service=${SERVICE}&time=2027-01-04T09:00:00Z`, { time: null }],
  [`?service=${SERVICE}&length_minutes=90`, { length: 90, longer: [90, 120] }],
  [`?service=${SERVICE}&length_minutes=90&resource=${ROOM}`, { length: null, longer: [120] }],
  [`?service=${SERVICE}&length_minutes=60`, { length: null }],
  ["?length_minutes=90", { length: null, longer: [] }],
  [`?service=${SERVICE}&people=99`, { party_size: 3, most_people: 3 }],
  [`?service=${SERVICE}&people=-1`, { party_size: 1 }],
  [`?service=${SERVICE}&people=1.5`, { party_size: 1 }],
  [`?service=${SERVICE}&resource=${SERVICE}`, { resource: null }],
])("an address that says %s is read as far as it can be used", (search, expected) => {
  expect(read(search)).toMatchObject(expected);
});

test("the only service that is offered need not be chosen", () => {
  expect(read("", { ...config, schedules: [service] }).service?.id).toBe(SERVICE);
});

test("a week begins as the language's readers know it", () => {
  expect([firstWeekday("en-US"), firstWeekday("nl"), firstWeekday("ar-EG")]).toEqual([7, 1, 6]);
});

test("a language is one of those there are texts in", () => {
  expect([languageNamed("ar"), languageNamed("xx"), languageNamed(null)]).toEqual([
    "ar",
    null,
    null,
  ]);
});

test("how long it takes is said in whole hours where it is", () => {
  expect([45, 60, 90, 120, 150].map((minutes) => durationName(minutes, "en"))).toEqual([
    "45 minutes",
    "1 hour",
    "90 minutes",
    "2 hours",
    "2.5 hours",
  ]);
});

test("each problem is said at the field it is about, an empty one as empty", () => {
  const issue = (path: string) => ({ path, code: "invalid", message: "" });
  const issues = ["customer.name", "customer.email", "answers.hair", "website", "destination"].map(
    issue,
  );
  const typed = (name: string) => (name === "email" ? ["nobody"] : []);
  const { error_required: empty, error_email } = bookTexts("en");
  expect(problemsOf(issues, typed, "en")).toEqual({
    name: empty,
    email: error_email,
    answer_hair: empty,
    phone: empty,
  });
});
