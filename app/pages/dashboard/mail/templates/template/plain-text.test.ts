import { describe, expect, test } from "vitest";
import { templateKeys } from "~/contract/email";
import { defaultTemplate } from "~/domain/email/default-templates";
import { variablesOf } from "~/domain/email/template-variables";
import { LOCALES } from "~/i18n/locales";
import { makeChips } from "./chips";
import {
  bodyToPlain,
  bodyToSource,
  lineToPlain,
  lineToSource,
  makePlainText,
  piecesOf,
} from "./plain-text";

const textOf = (body: string, standard = "") =>
  makePlainText(variablesOf.booking_confirmed, "Booking details", body, standard);
const TABLE = '<table class="details">\n<tr><td>{{ booking.when }}</td></tr>\n</table>';
const MANAGE = '<p><a class="button" href="{{ links.manage }}">Change it</a></p>';

describe.each(templateKeys)("the service's own text of %s", (key) => {
  test.each(LOCALES)(
    "in %s is plain text without a tag, and comes back to the letter",
    (locale) => {
      const { subject, body } = defaultTemplate(key, locale);
      const text = makePlainText(variablesOf[key], "Booking details", body, body);
      const [line, plain] = [lineToPlain(text, subject), bodyToPlain(text, body)];
      expect(line).not.toMatch(/[{}<>]/);
      expect(plain).not.toMatch(/[{}<>]/);
      expect(lineToSource(text, line!)).toBe(subject);
      expect(bodyToSource(text, plain!)).toBe(body);
    },
  );
});

test("each variable that a text may name has a name for people, of its own", () => {
  const variables = [...new Set(templateKeys.flatMap((key) => variablesOf[key]))];
  const labels = makeChips(variables).map(({ label }) => label);
  expect(labels.filter((label) => /[._]/.test(label))).toEqual([]);
  expect(new Set(labels).size).toBe(labels.length);
});

test("a text reads as it is meant: paragraphs, named variables, a button, the table as one", () => {
  const body = `<h1>Hi {{customer.name}}</h1>\n<p>One &amp; two<br>three</p>\n${TABLE}\n<p class="muted">Bye</p>\n${MANAGE}`;
  const plain = bodyToPlain(textOf(body), body);
  expect(plain).toBe(
    "[Heading] Hi [Guest name]\n\nOne & two\nthree\n\n[Booking details]\n\n[Small print] Bye\n\n[Manage button] Change it",
  );
  expect(bodyToSource(textOf(body), plain!)).toBe(
    body.replace("{{customer.name}}", "{{ customer.name }}"),
  );
});

test.each<[string, string]>([
  ["See [Guest name]", "<p>See {{ customer.name }}</p>"],
  ["See [you] <b> & {{ booking.date }}", "<p>See [you] &lt;b&gt; &amp; {{ booking.date }}</p>"],
  ["&amp; stays", "<p>&amp;amp; stays</p>"],
  ["  One\n\n\n\nTwo  ", "<p>One</p>\n<p>Two</p>"],
  ["[Heading]Short", "<h1>Short</h1>"],
  [
    "[If it is held]Until [Held until][End if]",
    "{% if booking.held_until %}<p>Until {{ booking.held_until }}</p>{% endif %}",
  ],
  ["", ""],
])("%j is stored as %j", (plain, source) => expect(bodyToSource(textOf(""), plain)).toBe(source));

test("the default's table may be put back where a text has none", () => {
  expect(bodyToSource(textOf("<p>Hi</p>", `<p>Hi</p>\n${TABLE}`), "Hi\n\n[Booking details]")).toBe(
    `<p>Hi</p>\n${TABLE}`,
  );
});

test.each([
  ["formatting within a paragraph", "<p>So <strong>loud</strong></p>"],
  ["a tag of its own", "<div>Hi</div>"],
  ["text without a paragraph", "Hi {{ customer.name }}"],
  ["two tables", `${TABLE}\n${TABLE.replace("when", "date")}`],
  ["an attribute", '<p style="color:red">Hi</p>'],
  ["a sign that would be escaped", "<p>A & B</p>"],
  ["brackets that are the name of a variable", "<p>[Guest name]</p>"],
])("%s has no plain text: it would not come back as it was", (_, body) => {
  expect(bodyToPlain(textOf(body), body)).toBeNull();
});

test("a text is shown in pieces, of which the chips are marked", () => {
  expect(piecesOf(textOf(""), "[Heading] Hi [Guest name] [x]")).toEqual([
    { text: "[Heading]", is_chip: true },
    { text: " Hi ", is_chip: false },
    { text: "[Guest name]", is_chip: true },
    { text: " ", is_chip: false },
    { text: "[x]", is_chip: false },
  ]);
});
