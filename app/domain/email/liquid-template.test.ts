import { expect, test } from "vitest";
import { templateKeys } from "~/contract/email";
import { defaultTemplate, staffTemplate } from "./default-templates";
import { exampleValues } from "./example-values";
import { checkTemplate, renderTemplate } from "./liquid-template";
import { completeValues, variablesOf } from "./template-variables";
import { languages } from "./texts";
import type { BookingMail } from "./texts/mail-texts";

const reading = { locale: "en", time_zone: "Europe/Amsterdam" };
const values = { ...exampleValues("booking_confirmed", reading, 0, "https://book.test"), tenant: { name: "Studio" } };
const check = (body: string, subject = "Hello") => checkTemplate("booking_confirmed", { subject, body }, values);

test.each(languages.flatMap((language) => templateKeys.map((key) => [language, key] as const)))(
  "the service's own text in %s for %s keeps its own rules",
  (language, key) => {
    const example = {
      ...exampleValues(key, { ...reading, locale: language }, 0, "https://book.test"),
      tenant: { name: "Studio" },
    };
    const own = defaultTemplate(key, language);
    expect(checkTemplate(key, own, example)).toEqual([]);
    const { subject, content } = renderTemplate(key, own, example);
    expect(subject).not.toMatch(/[{}]|null|undefined/);
    expect(content).not.toMatch(/[{}]|undefined|>\s*null\s*</);
    if (!key.startsWith("booking_")) return;
    expect(checkTemplate(key, staffTemplate(key as BookingMail, language), example)).toEqual([]);
  },
);

test.each([
  ["{{ booking.refrence }}", "booking.refrence"],
  ["{{ guest.name }}", "guest.name"],
  ["{% if false %}{{ secret }}{% endif %}", "secret"],
  ["{% for x in tenants %}{{ x }}{% endfor %}", "tenants"],
  ["{{ code.value }}", "code.value"],
  ["{{ booking }}", "booking"],
  ["{{ booking.reference.constructor }}", "booking.reference.constructor"],
])("an unknown variable is named: %s", (body, name) => {
  expect(check(body)).toEqual([
    expect.objectContaining({ path: "body", code: "unknown_variable", message: expect.stringContaining(` ${name} `) }),
  ]);
  expect(check("x", body)).toEqual([expect.objectContaining({ path: "subject", code: "unknown_variable" })]);
});

test.each([
  "{% include 'a' %}",
  "{% render '/etc/passwd' %}",
  "{% layout 'x' %}",
  "{% if %}",
  "{{ booking.reference | raw }}",
  "{{ booking.reference | no_such_filter }}",
  "{% for i in (1..99999999) %}{% endfor %}",
  "{% for i in (1..9000) %}{% for j in (1..9000) %}{% for k in (1..9000) %}x{% endfor %}{% endfor %}{% endfor %}",
  "{% assign a = 'xxxxxxxxxxxxxxxx' %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}",
])("a template that reaches too far or never ends is refused: %s", (body) => {
  expect(check(body)).toEqual([expect.objectContaining({ path: "body", code: "invalid_template" })]);
});

test("what a guest typed is text in the body, and one line in the subject", () => {
  const hostile = completeValues("booking_confirmed", {
    customer: { name: `<img src=x onerror="alert(1)">\r\nBcc: all@x.test` },
  });
  const template = { subject: "Hi {{ customer.name }}", body: "<p>{{ customer.name | append: '<b>' }}</p>" };
  const { subject, content } = renderTemplate("booking_confirmed", template, hostile);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(content).not.toContain("<img");
  expect(content).not.toContain("<b>");
});

test("every variable of the list can be used in its template", () => {
  for (const key of templateKeys) {
    const body = variablesOf[key].map((name) => `{{ ${name} }}`).join(" ");
    expect(checkTemplate(key, { subject: "x", body }, {})).toEqual([]);
  }
});
