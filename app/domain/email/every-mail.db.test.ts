import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { templateKeys } from "~/contract/email";
import { LOCALES } from "~/i18n/locales";
import { textsOf } from "./texts";
import { defaultTemplate, staffTemplate } from "./default-templates";
import { exampleValues } from "./example-values";
import type { MailTenant } from "./mail-values";
import { compose } from "./render-message.server";
import { signInCodeMail } from "../sign-in/sign-in-code-mail";
import { writeNews } from "./write-news";

// Every email in every language has its facts in both parts. TEST_PICTURES=<folder> stores their
// pages, to be looked at in light and dark, at 390 and 600 pixels.

const tenant: MailTenant = {
  id: "00000000-0000-7000-8000-000000000001",
  slug: "linden",
  name: "Studio Linden",
  email: "hello@linden.example",
  phone: "+31 20 1234567",
  website: "https://linden.example",
  address: "12 Linden Lane, Amsterdam",
  locale: "en",
  time_zone: "Europe/Amsterdam",
  logo_url: null,
  accent: "#2f6f4f",
};
const NOW = Date.parse("2026-12-01T10:00:00Z");

const kinds = [
  ...templateKeys.map((key) => ({ key, is_staff: false })),
  ...templateKeys
    .filter((key) => key.startsWith("booking_"))
    .map((key) => ({ key, is_staff: true })),
];
const cases = LOCALES.flatMap((locale) => kinds.map((kind) => ({ locale, ...kind })));

test.each(cases)("$key in $locale (staff: $is_staff)", async ({ key, locale, is_staff }) => {
  const zones = { lead: tenant.time_zone, other: "America/Los_Angeles" };
  const reading = { locale, time_zone: tenant.time_zone };
  const values = exampleValues(key, reading, NOW, "https://book.test", zones.other);
  const template = is_staff
    ? staffTemplate(key as Parameters<typeof staffTemplate>[0], locale, null)
    : defaultTemplate(key, locale);
  const mail = await compose(key, { ...template, locale }, values, tenant);
  await savePage(`${locale}-${key}${is_staff ? "-staff" : ""}`, mail.html);
  expect(mail.subject + mail.html + mail.text).not.toMatch(/\{\{|\{%|undefined|>\s*null\s*</);
  const [head = "", body = ""] = mail.html.split('<div class="content">');
  for (const part of [body, mail.text])
    for (const contact of [tenant.name, tenant.phone!, tenant.email!])
      expect(part).toContain(contact);
  const { booking, resource, links } = values;
  if (booking === undefined) return;
  const facts = ["when", "time_zone", "other_when", "location", "price"].map(
    (name) => booking[name],
  );
  const price = key === "booking_paid" && !is_staff ? [] : facts.slice(4);
  const place =
    key === "booking_cancelled" || key === "booking_refunded" || key === "request_declined";
  const wanted = [...facts.slice(0, 3), ...(place ? [] : [facts[3]]), ...price, resource!["name"]];
  for (const part of [decoded(body), plain(mail.text)])
    for (const fact of wanted) expect(part).toContain(plain(fact));
  const preheader = /display:none[^>]*>([^<]+)/.exec(head)?.[1] ?? "";
  for (const fact of [booking["service"], booking["when_in_zone"], booking["location"]])
    expect(decoded(preheader)).toContain(plain(fact));
  if (key === "booking_cancelled" && !is_staff)
    expect(body).toContain(textsOf(locale).labels.refund);
  if (!booking["to_pay"] || is_staff) return;
  expect(booking["due_on_site"], "a price to pay now is not due on site too").toBeNull();
  const button = textsOf(locale).pay.button.replace(/\{\{.*\}\}/, String(booking["to_pay"]));
  for (const part of [decoded(body), plain(mail.text)])
    for (const fact of [button, links!["pay"]]) expect(part).toContain(plain(fact));
});

const news = LOCALES.flatMap((locale) => {
  const { account, calendars, webhooks } = textsOf(locale);
  const { open_booking, ...money } = account;
  const { button: openCalendars, ...calendar } = calendars;
  const { button: openWebhook, ...webhook } = webhooks;
  const groups = [
    { texts: money, label: open_booking },
    { texts: calendar, label: openCalendars },
    { texts: webhook, label: openWebhook },
  ];
  return groups.flatMap(({ texts, label }) =>
    Object.entries(texts).map(([name, text]) => ({ name, text, label, locale })),
  );
});

test.each(news)("the notice $name in $locale", async ({ name, text, label, locale }) => {
  const values = {
    details: "Haircut, Anna Jansen, €45.00",
    account: "mila@linden.example",
    member: "Mila",
    provider: "Google",
    calendar: "Appointments",
    host: "hooks.linden.example",
    since: "1 December, 09:00",
  };
  const { refunded, guest } = textsOf(locale).labels;
  const facts: [string, string][] =
    name === "refund_failed"
      ? [
          [guest, "Anna Jansen"],
          [refunded, "€45.00"],
        ]
      : [];
  const button = { href: "https://book.test/dashboard", label };
  const mail = writeNews(text, values, button, tenant, locale, facts);
  await savePage(`${locale}-notice-${name}`, mail.html);
  expect(mail.subject + mail.html + mail.text).not.toMatch(/\{\{|undefined/);
  for (const part of [decoded(mail.html), plain(mail.text)])
    for (const fact of [button.label, button.href, tenant.phone, tenant.email, ...facts.flat()])
      expect(part).toContain(plain(fact));
});

test.each(LOCALES)("the sign-in code in %s", async (locale) => {
  const mail = signInCodeMail("482915", 10, locale, "https://book.test");
  await savePage(`${locale}-sign-in`, mail.html);
  for (const part of [mail.subject, mail.html, mail.text]) expect(part).toContain("482915");
  expect(mail.html + mail.text).not.toMatch(/\{\{|undefined/);
});

/** The text part has plain spaces only. */
const plain = (text: unknown) => String(text).replace(/\s+/g, " ");
const decoded = (html: string) =>
  plain(
    html
      .replace(/<\/?span[^>]*>/g, "")
      .replaceAll("&amp;", "&")
      .replaceAll("&#39;", "'")
      .replaceAll("&quot;", '"'),
  );

async function savePage(name: string, html: string): Promise<void> {
  const folder = process.env["TEST_PICTURES"];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.html`), html);
}
