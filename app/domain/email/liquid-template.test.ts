import { expect, test } from "vitest";
import { type BookingMail, templateKeys } from "~/contract/email";
import { defaultTemplate, staffTemplate } from "./default-templates";
import { exampleValues } from "./example-values";
import { checkTemplate, renderTemplate } from "./liquid-template.server";
import { completeValues, variablesOf } from "./template-variables";
import { LOCALES } from "~/i18n/locales";

const reading = { locale: "en", time_zone: "Europe/Amsterdam" };
const values = {
  ...exampleValues("booking_confirmed", reading, 0, "https://book.test"),
  tenant: { name: "Studio" },
};
const check = (body: string, subject = "Hello") =>
  checkTemplate("studio", "booking_confirmed", { subject, body }, values);

test.each(LOCALES.flatMap((language) => templateKeys.map((key) => [language, key] as const)))(
  "the default text in %s for %s is valid",
  async (language, key) => {
    const example = {
      ...exampleValues(key, { ...reading, locale: language }, 0, "https://book.test"),
      tenant: { name: "Studio" },
    };
    const own = defaultTemplate(key, language);
    expect(await checkTemplate("studio", key, own, example)).toEqual([]);
    const { subject, content } = await renderTemplate("studio", key, own, example);
    expect(subject).not.toMatch(/[{}]|null|undefined/);
    expect(content).not.toMatch(/[{}]|undefined|>\s*null\s*</);
    if (!key.startsWith("booking_")) return;
    for (const links of [
      null,
      { approve: "https://book.test/approvals/a", decline: "https://book.test/approvals/d" },
    ])
      expect(
        await checkTemplate(
          "studio",
          key,
          staffTemplate(key as BookingMail, language, links),
          example,
        ),
      ).toEqual([]);
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
])("an unknown variable is named: %s", async (body, name) => {
  expect(await check(body)).toEqual([
    expect.objectContaining({
      path: "body",
      code: "unknown_variable",
      message: expect.stringContaining(` ${name} `),
    }),
  ]);
  expect(await check("x", body)).toEqual([
    expect.objectContaining({ path: "subject", code: "unknown_variable" }),
  ]);
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
])("an endless or overreaching template is refused: %s", async (body) => {
  expect(await check(body)).toEqual([
    expect.objectContaining({ path: "body", code: "invalid_template" }),
  ]);
});

test("guest input is escaped in the body, and a single line in the subject", async () => {
  const hostile = completeValues("booking_confirmed", {
    customer: { name: `<img src=x onerror="alert(1)">\r\nBcc: all@x.test` },
  });
  const template = {
    subject: "Hi {{ customer.name }}",
    body: "<p>{{ customer.name | append: '<b>' }}</p>",
  };
  const { subject, content } = await renderTemplate(
    "studio",
    "booking_confirmed",
    template,
    hostile,
  );
  expect(subject).not.toMatch(/[\r\n]/);
  expect(content).not.toContain("<img");
  expect(content).not.toContain("<b>");
});

test("every variable of the list can be used in its template", async () => {
  for (const key of templateKeys) {
    const body = variablesOf[key].map((name) => `{{ ${name} }}`).join(" ");
    expect(await checkTemplate("studio", key, { subject: "x", body }, {})).toEqual([]);
  }
});

test.each([
  ["{{1}}".repeat(20_000), "A template holds at most 2000 variables and tags."],
  ["{% if booking.notes %}".repeat(2500), "A template holds at most 2000 variables and tags."],
  [
    "{% for a in (1..2000) %}{% for b in (1..2000) %}{% for c in (1..2000) %}{% endfor %}{% endfor %}{% endfor %}",
    "This template takes too long to fill. Use fewer and shorter loops.",
  ],
  [
    "{% for a in (1..99999999) %}{% endfor %}",
    "This template takes too much memory to fill. Use fewer loops and shorter texts.",
  ],
])("an expensive template is refused with a message: %.40s", async (body, message) => {
  expect(await check(body)).toEqual([{ path: "body", code: "invalid_template", message }]);
});

test("checking expensive templates does not block this process", async () => {
  let longest = 0;
  let last = performance.now();
  const watching = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const from = performance.now();
  const costly = "{% for a in (1..2000) %}{% for b in (1..2000) %}x{% endfor %}{% endfor %}";
  for (let round = 0; round < 8; round++) await check(costly);
  clearInterval(watching);
  expect(longest).toBeLessThan((performance.now() - from) / 3);
});

test("pending checks are limited per tenant", async () => {
  const checks = await Promise.allSettled(Array.from({ length: 10 }, () => check("x")));
  const refused = checks.filter((answer) => answer.status === "rejected");
  expect(refused).toHaveLength(6);
  expect(refused.map(({ reason }) => reason.code as string)).toEqual(Array(6).fill("rate_limited"));
  const [, others] = await Promise.all([
    check("x"),
    checkTemplate("other", "booking_paid", { subject: "x", body: "x" }, {}),
  ]);
  expect(others).toEqual([]);
});

test("the template cache stays within the process's memory", async () => {
  for (let n = 0; n < 120; n++)
    expect(await check(`${n}${"{{1}}".repeat(1900)}${"x".repeat(90_000)}`)).toEqual([]);
});
