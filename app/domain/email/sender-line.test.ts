import { expect, test } from "vitest";
import { senderLine } from "./sender-line";

const FROM = "Booking Service <no-reply@mail.test>";

test.each([
  ["Salon Anna", FROM, '"Salon Anna (salon@mail.test) via Booking Service" <no-reply@mail.test>'],
  [
    "Salon Anna",
    "no-reply@mail.test",
    '"Salon Anna (salon@mail.test) via Booking Service" <no-reply@mail.test>',
  ],
  [
    "Salon Anna",
    '"Agenda" <a@mail.test>',
    '"Salon Anna (salon@mail.test) via Agenda" <a@mail.test>',
  ],
  [
    'Bank <pay@bank.test>"\r\nBcc: x',
    FROM,
    '"Bank pay bank.test Bcc: x (salon@mail.test) via Booking Service" <no-reply@mail.test>',
  ],
  ["a\u202Eb\\", FROM, '"a b (salon@mail.test) via Booking Service" <no-reply@mail.test>'],
  [
    "é".repeat(100),
    FROM,
    `"${"é".repeat(60)} (salon@mail.test) via Booking Service" <no-reply@mail.test>`,
  ],
])("%j from %j", (name, from, line) => {
  expect(senderLine({ name, slug: "salon" }, from)).toBe(line);
});
