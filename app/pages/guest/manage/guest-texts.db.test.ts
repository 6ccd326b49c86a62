import { expect, test } from "vitest";
import { NewBooking, BookingPatch } from "~/contract/booking-inputs";
import { TenantPatch } from "~/contract/tenant";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { manageUrl } from "~/domain/bookings/links/manage-link.server";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { suppress } from "~/domain/email/suppressions.sql.server";
import { sendMessage } from "~/domain/email/send-message.server";
import { updateTenant } from "~/domain/tenants/tenant-profile.server";
import { consentWording } from "~/domain/text-consent/consent-wording";
import { pool } from "~/lib/db.server";
import { aCustomer } from "~/testing/factory";
import { sentTo } from "~/testing/outbox";
import { renderedPage } from "~/testing/rendered-page";
import { aPhone, aTextedBooking, HOUR, sweepTexts, textsOf } from "~/testing/texted-booking";
import * as route from "./route";

const { loader, action } = renderedPage("manage/:token", route);

type Texted = Awaited<ReturnType<typeof aTextedBooking>>;
type Booked = Pick<Texted, "owner" | "booking">;

const urlOf = ({ owner, booking }: Booked) => manageUrl(owner.tenant.id, booking.id);
const argsOf = (url: string, init?: RequestInit) => ({
  request: new Request(url, init),
  params: { token: new URL(url).pathname.split("/")[2] ?? "" },
  context: {},
});
const open = async (booked: Booked) => (await loader(argsOf(urlOf(booked)))).text();
const post = (booked: Booked, fields: Record<string, string>) =>
  action(
    argsOf(urlOf(booked), {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "Sec-Fetch-Site": "same-origin" },
    }),
  );
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll("&#x27;", "'") ?? "";
/** The fields that the page's form sends. */
const agreement = (html: string) => ({
  intent: "agree_to_texts",
  locale: hidden(html, "locale"),
  wording: hidden(html, "wording"),
  version: hidden(html, "version"),
});
const consentOf = async ({ booking }: Booked) =>
  (
    await pool.query<{ text_consent: object | null }>(
      "select text_consent from booking where id = $1",
      [booking.id],
    )
  ).rows[0]!.text_consent;

/** A second booking of the same company, whose guest gave no consent. */
async function withoutConsent(
  { owner, slots }: Texted,
  phone: string | undefined,
  locale = "en",
): Promise<Booked> {
  const input = NewBooking.parse({
    slot_id: slots[5]!.id,
    customer: { ...aCustomer(), phone, locale },
  });
  return { owner, booking: await createBooking(owner, input, null) };
}

test("a guest sees their consent and withdraws it; a text that is already queued is not sent", async () => {
  const texted = await aTextedBooking();
  const { owner, phone, starts } = texted;
  const html = await open(texted);
  expect(html).toMatch(
    new RegExp(
      `You agreed on .+ to reminders on your phone number ending in ${phone.slice(-2)}\\.`,
    ),
  );
  expect(html).not.toContain(phone);
  expect(html).not.toContain("agree_to_texts");
  await sweepTexts(starts - 2 * HOUR);
  const done = await post(texted, { intent: "withdraw_from_texts" });
  expect(done.headers.get("Location")).toMatch(/\?done=texts_withdrawn$/);
  expect(await consentOf(texted)).toBeNull();
  const [text] = await textsOf(owner.tenant.id);
  await sendMessage({ tenant_id: owner.tenant.id, message_id: text!.id });
  expect(await sentTo(phone)).toEqual([]);
  expect(await textsOf(owner.tenant.id)).toMatchObject([{ error_code: "no_consent" }]);
  // Withdrawing again changes nothing.
  await post(texted, { intent: "withdraw_from_texts" });
  const audited = await pool.query<{ action: string; actor: object }>(
    "select action, actor from audit_row where tenant_id = $1 and action like 'booking.texts%'",
    [owner.tenant.id],
  );
  expect(audited.rows).toMatchObject([
    { action: "booking.texts_withdrawn", actor: { kind: "customer" } },
  ]);
});

test("a guest agrees later, in their language, and gets the text", async () => {
  const texted = await aTextedBooking();
  const phone = aPhone();
  const booked = await withoutConsent(texted, phone, "fr");
  const html = await open(booked);
  expect(hidden(html, "wording")).toBe(consentWording("sms", "fr"));
  const done = await post(booked, agreement(html));
  expect(done.headers.get("Location")).toMatch(/\?done=texts_agreed$/);
  expect(await consentOf(booked)).toMatchObject({
    phone,
    wording: consentWording("sms", "fr"),
    source: "guest",
  });
  expect(await open(booked)).toContain("withdraw_from_texts");
  const { id } = booked.owner.tenant;
  await sweepTexts(Date.parse(booked.booking.starts_at) - 2 * HOUR);
  for (const text of await textsOf(id)) await sendMessage({ tenant_id: id, message_id: text.id });
  expect(await sentTo(phone)).toHaveLength(1);
});

test("a guest agrees again after staff changed the number", async () => {
  const texted = await aTextedBooking();
  const { name, email } = texted.booking.customer;
  const phone = aPhone();
  const before = await open(texted);
  const patch = BookingPatch.parse({ customer: { name, email, phone } });
  await editBooking(texted.owner, texted.booking.id, patch);
  const html = await open(texted);
  expect(html).toContain(`at the number ending in ${phone.slice(-2)}`);
  expect(before).not.toContain("agree_to_texts");
  await post(texted, agreement(html));
  expect(await consentOf(texted)).toMatchObject({ phone });
});

test("consent to what is no longer shown is refused", async () => {
  const texted = await aTextedBooking();
  const booked = await withoutConsent(texted, aPhone());
  const { name, email } = booked.booking.customer;
  const html = await open(booked);
  await updateTenant(booked.owner, TenantPatch.parse({ policy: { text_channel: "whatsapp" } }));
  expect((await post(booked, agreement(html))).status).toBe(409);
  expect(await consentOf(booked)).toBeNull();
  const now = await open(booked);
  const patch = BookingPatch.parse({ customer: { name, email, phone: aPhone() } });
  await editBooking(booked.owner, booked.booking.id, patch);
  expect((await post(booked, agreement(now))).status).toBe(409);
  expect(await consentOf(booked)).toBeNull();
});

test.each([
  ["has no number", undefined, {}],
  ["gave a number without its country", "06 12345678", {}],
  ["books where the company sends no texts", "+31612345678", { text_reminders: false }],
])("nothing is offered to a guest who %s", async (_, phone, policy) => {
  const texted = await aTextedBooking();
  const booked = await withoutConsent(texted, phone);
  await updateTenant(booked.owner, TenantPatch.parse({ policy }));
  const html = await open(booked);
  expect(html).not.toContain("texts");
  const forged = { intent: "agree_to_texts", locale: "en", wording: "", version: "1" };
  expect((await post(booked, forged)).status).toBeGreaterThanOrEqual(400);
  expect(await consentOf(booked)).toBeNull();
});

test("consent can be withdrawn after the company stopped sending, and not for what is over", async () => {
  const texted = await aTextedBooking({ policy: { text_reminders: true } });
  await updateTenant(texted.owner, TenantPatch.parse({ policy: { text_reminders: false } }));
  expect(await open(texted)).toContain("withdraw_from_texts");
  await pool.query(
    "update booking set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1",
    [texted.booking.id],
  );
  expect(await open(texted)).not.toContain("withdraw_from_texts");
});

test("a guest who replied STOP reads how to get texts again", async () => {
  const texted = await aTextedBooking();
  await suppress(pool, texted.owner.tenant.id, texted.phone, "opted_out");
  expect(await open(texted)).toContain("Reply START to get them again.");
});
