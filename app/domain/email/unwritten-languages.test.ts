import { expect, test } from "vitest";
import { unwrittenLanguages } from "./unwritten-languages";

const NL = { locale: "nl", has_default: true };
const DE = { locale: "de", has_default: true };

test.each([
  ["nothing own: everybody gets the default", {}, "nl-BE", []],
  [
    "a language that the service does not speak",
    {},
    "pt-BR",
    [{ locale: "pt", has_default: false }],
  ],
  ["own in the company's language", { booking_reminder: ["nl"] }, "nl-BE", []],
  ["own in another language only", { booking_reminder: ["de-AT"] }, "nl", [NL]],
  [
    "own here, and another mail in one more",
    { booking_reminder: ["nl"], booking_paid: ["nl", "de"] },
    "nl",
    [DE],
  ],
  ["own elsewhere only", { booking_paid: ["de"] }, "nl", []],
])("%s", (_, own, tenant, unwritten) => {
  expect(unwrittenLanguages("booking_reminder", own, tenant)).toEqual(unwritten);
});
