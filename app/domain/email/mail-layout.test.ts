import { expect, test } from "vitest";
import { layoutMail, type MailFrame, signature } from "./mail-layout";

const frame: MailFrame & { tenant: NonNullable<MailFrame["tenant"]> } = {
  content: "<p>Hello</p>",
  subject: "Your booking",
  lang: "en",
  dir: "ltr",
  sent_by: "Sent by",
  tenant: {
    name: "Salon Anna",
    email: "hello@salon.example",
    phone: "+31 20 123 4567",
    address: "1 High Street",
    website: "https://salon.example/",
    logo_url: null,
    accent: null,
  },
};
/** Breaks out of an attribute or tag if it is not escaped, and starts an image. */
const MARKUP = `"'></title><img src=x onerror=alert(1)>&`;
const ESCAPED = "&quot;&#39;&gt;&lt;/title&gt;&lt;img src=x onerror=alert(1)&gt;&amp;";

test.each([
  ["the subject", { ...frame, subject: MARKUP }],
  ["the language", { ...frame, lang: MARKUP }],
  ["the line that says who sent it", { ...frame, sent_by: MARKUP }],
  ["the company's name", { ...frame, tenant: { ...frame.tenant, name: MARKUP } }],
  [
    "its name beside a logo",
    {
      ...frame,
      tenant: { ...frame.tenant, name: MARKUP, logo_url: "https://salon.example/a.png" },
    },
  ],
  ["its address", { ...frame, tenant: { ...frame.tenant, address: MARKUP } }],
  ["its phone", { ...frame, tenant: { ...frame.tenant, phone: MARKUP } }],
  ["its email", { ...frame, tenant: { ...frame.tenant, email: MARKUP } }],
  ["its website", { ...frame, tenant: { ...frame.tenant, website: `https://${MARKUP}` } }],
  ["its logo", { ...frame, tenant: { ...frame.tenant, logo_url: `https://${MARKUP}` } }],
])("%s is escaped in emails", (_, given) => {
  const html = layoutMail(given);
  expect(html).toContain(ESCAPED);
  expect(html).not.toContain(MARKUP.slice(-20));
});

test("a time range stays on one line, and in attributes as it is", () => {
  const image = '<img src="https://x.example/a.png" alt="9:00–17:00">';
  const html = layoutMail({ ...frame, content: `<p>3:00–4:00 and 15:00 – 16:00</p>${image}` });
  const unbroken = (range: string) => `<span style="white-space:nowrap">${range}</span>`;
  expect(html).toContain(`${unbroken("3:00–4:00")} and ${unbroken("15:00 – 16:00")}`);
  expect(html).toContain(image);
});

test("an invalid website is omitted", () => {
  const html = layoutMail({
    ...frame,
    tenant: { ...frame.tenant, website: "javascript:alert(1)" },
  });
  expect(html).not.toContain("javascript:");
});

test("the footer opens a map, a call and an email", () => {
  const html = layoutMail(frame);
  expect(html).toContain(
    'href="https://www.google.com/maps/search/?api=1&amp;query=1%20High%20Street"',
  );
  expect(html).toContain('href="tel:+31201234567"');
  expect(html).toContain('href="mailto:hello@salon.example"');
  expect(signature(frame.tenant)).toBe(
    "Salon Anna\n+31 20 123 4567\nhello@salon.example\n1 High Street",
  );
});
