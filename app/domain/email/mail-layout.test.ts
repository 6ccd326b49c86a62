import { expect, test } from "vitest";
import { layoutMail, type MailFrame } from "./mail-layout";

const frame: MailFrame & { tenant: NonNullable<MailFrame["tenant"]> } = {
  content: "<p>Hello</p>",
  subject: "Your booking",
  lang: "en",
  dir: "ltr",
  sent_by: "Sent by",
  tenant: {
    name: "Salon Anna",
    email: null,
    phone: null,
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
  ["its website", { ...frame, tenant: { ...frame.tenant, website: `https://${MARKUP}` } }],
  ["its logo", { ...frame, tenant: { ...frame.tenant, logo_url: `https://${MARKUP}` } }],
])("%s is text in a mail, whatever it holds", (_, given) => {
  const html = layoutMail(given);
  expect(html).toContain(ESCAPED);
  expect(html).not.toContain(MARKUP.slice(-20));
});

test("a website that is no address of the web is left out", () => {
  const html = layoutMail({
    ...frame,
    tenant: { ...frame.tenant, website: "javascript:alert(1)" },
  });
  expect(html).not.toContain("javascript:");
});
