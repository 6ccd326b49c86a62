import { afterEach, expect, test } from "vitest";
import { ENGLISH, msg, plural, readPageLanguage, t } from "./text";

afterEach(() => readPageLanguage(() => ENGLISH));

const german = {
  "Approve {{guest}}?": "{{guest}} annehmen?",
  "{{count}} bookings_one": "{{count}} Buchung",
  "{{count}} bookings_other": "{{count}} Buchungen",
  Desk: "Empfang",
  Desk_resource: "Schreibtisch",
};

test("English is what the code says", () => {
  expect(t("Approve {{guest}}?", { guest: "Aisha" })).toBe("Approve Aisha?");
  expect(plural(1, "{{count}} booking", "{{count}} bookings")).toBe("1 booking");
  expect(plural(1234, "{{count}} booking", "{{count}} bookings")).toBe("1,234 bookings");
});

test("another language is looked up by the English, and writes numbers its own way", () => {
  readPageLanguage(() => ({ locale: "de", translations: german }));
  expect(t("Approve {{guest}}?", { guest: "Aisha" })).toBe("Aisha annehmen?");
  expect(plural(1, "{{count}} booking", "{{count}} bookings")).toBe("1 Buchung");
  expect(plural(12345, "{{count}} booking", "{{count}} bookings")).toBe("12.345 Buchungen");
});

test("what has no translation stays English, by English rules of number", () => {
  readPageLanguage(() => ({ locale: "fr", translations: german }));
  expect(t(msg("Not translated"))).toBe("Not translated");
  expect(plural(0, "{{count}} guest", "{{count}} guests")).toBe("0 guests");
});

test("a value is put in as it is, also one that looks like a place for a value", () => {
  expect(t("Approve {{guest}}?", { guest: "{{count}} $& <b>" })).toBe("Approve {{count}} $& <b>?");
});

test("a context has its own translation, or that of the text alone", () => {
  const desk = msg("Desk", { context: "resource" });
  expect(t(desk, { context: "resource" })).toBe("Desk");
  readPageLanguage(() => ({ locale: "de", translations: german }));
  expect(t(desk, { context: "resource" })).toBe("Schreibtisch");
  expect(t(desk, { context: "other" })).toBe("Empfang");
  expect(t(desk)).toBe("Empfang");
});

test("a text with values wants all of them", () => {
  // @ts-expect-error: guest is missing
  expect(t("Approve {{guest}}?", {})).toBe("Approve {{guest}}?");
  // @ts-expect-error: there is no such value
  t("Approve", { guest: "Aisha" });
});
