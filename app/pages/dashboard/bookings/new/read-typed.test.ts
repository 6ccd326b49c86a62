import { expect, test } from "vitest";
import { readTyped } from "./read-typed";

const nobody = { name: "", email: "", phone: "", party: null, is_wish: false };

test.each([
  ["Anna de Vries", { name: "Anna de Vries" }],
  ["anna@example.com", { email: "anna@example.com" }],
  ["Anna de Vries <anna@example.com>", { name: "Anna de Vries", email: "anna@example.com" }],
  ["1234", { phone: "1234" }],
  ["06 1234 5678", { phone: "06 1234 5678" }],
  ["+31612345678", { phone: "+31612345678" }],
  // as they are written in the six languages of guests
  ["Jan 06 12345678", { name: "Jan", phone: "06 12345678" }],
  ["Jan de Boer, +31 6 1234 5678", { name: "Jan de Boer", phone: "+31 6 1234 5678" }],
  ["06-12345678 Jan", { name: "Jan", phone: "06-12345678" }],
  ["Mary Smith 020 7946 0958", { name: "Mary Smith", phone: "020 7946 0958" }],
  ["Bob (555) 123-4567", { name: "Bob", phone: "(555) 123-4567" }],
  ["Bob +1 555.123.4567", { name: "Bob", phone: "+1 555.123.4567" }],
  ["Jürgen Groß 0151/23456789", { name: "Jürgen Groß", phone: "0151/23456789" }],
  ["Jürgen Tel.: 030 – 12 34 56", { name: "Jürgen", phone: "030 – 12 34 56" }],
  ["Élodie 06.12.34.56.78", { name: "Élodie", phone: "06.12.34.56.78" }],
  ["Élodie 06\u00a012\u202f34 56 78", { name: "Élodie", phone: "06\u00a012\u202f34 56 78" }],
  ["José Núñez 612 34 56 78", { name: "José Núñez", phone: "612 34 56 78" }],
  ["ليلى ٠٥٠ ١٢٣ ٤٥٦٧", { name: "ليلى", phone: "050 123 4567" }],
  ["ليلى هاتف: +966 50 123 4567", { name: "ليلى", phone: "+966 50 123 4567" }],
  [
    "Jan jan@example.com 06 12345678",
    { name: "Jan", email: "jan@example.com", phone: "06 12345678" },
  ],
  // and what is none
  ["Room 12", { name: "Room 12" }],
  ["Louis 14", { name: "Louis 14" }],
  ["Case 12345678901234567", { name: "Case 12345678901234567" }],
  // how many come
  ["Jan for four", { name: "Jan", party: 4 }],
  ["Jan 06 12345678 for 3", { name: "Jan", phone: "06 12345678", party: 3 }],
  ["2 people Jan", { name: "Jan", party: 2 }],
  ["Four Seasons Hotel", { name: "Four Seasons Hotel" }],
  ["First Aid Club", { name: "First Aid Club" }],
  ["Next Level Gym", { name: "Next Level Gym" }],
  ["for forty", { name: "for forty" }],
  ["for 0", { name: "" }],
])("%s", (typed, found) => {
  const { is_wish: _, ...read } = readTyped(typed);
  expect(read).toEqual({ name: "", email: "", phone: "", party: null, ...found });
});

test.each([
  ["next free hour for four", 4],
  ["Next free hour for Four", 4],
  ["the next free time", null],
  ["first available slot for 2 people", 2],
  ["for 12", 12],
  ["6 players", 6],
])("%s is no guest", (typed, party) =>
  expect(readTyped(typed)).toEqual({ ...nobody, party, is_wish: true }),
);

test("a line of any length is read at once", () => {
  for (const typed of [
    "1 ".repeat(50),
    "(".repeat(100),
    "for ".repeat(25),
    `${"9".repeat(99)}x`,
    "-".repeat(100_000),
  ])
    expect(readTyped(typed).email).toBe("");
});
