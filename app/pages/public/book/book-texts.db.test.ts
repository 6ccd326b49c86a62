import { expect, test } from "vitest";
import type { WidgetConfig } from "~/contract/widget";
import { aCompany, bookingsOf, guest, hidden, submit, walkToForm } from "~/testing/booking-page";
import { makeKey } from "~/testing/factory";
import { call, json } from "~/testing/request";
import { aPhone, TEXTS } from "~/testing/texted-booking";
import { consentWording } from "~/domain/text-consent/consent-wording";

const company = (schedule: Record<string, unknown> = {}, policy: object = TEXTS) =>
  aCompany({ tenant: { policy: { ...policy } }, schedule });
const TICK = 'name="text_reminders"';

test("without JavaScript the tick is shown unticked, and consent is stored as it was worded", async () => {
  const { owner, slug } = await company();
  const { search, form, attempt } = await walkToForm(slug, { "Accept-Language": "nl" });
  expect(form.html).toContain(consentWording("sms", "nl"));
  expect(/<input[^>]*name="text_reminders"[^>]*>/.exec(form.html)![0]).not.toContain("checked");
  const fields = { ...guest(), attempt, expected_amount: hidden(form.html, "expected_amount") };
  const dutch = { "Accept-Language": "nl" };
  const refused = await submit(slug, search, { ...fields, text_reminders: "yes" }, dutch);
  expect(await refused.text()).toMatch(/<input[^>]*name="text_reminders"[^>]*checked/);
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
  await submit(slug, search, { ...fields, phone: aPhone(), text_reminders: "yes" }, dutch);
  expect(await bookingsOf(owner.tenant.id)).toMatchObject([
    { text_consent: { wording: consentWording("sms", "nl"), source: "guest" } },
  ]);
});

test("without the tick there is no consent", async () => {
  const { owner, slug } = await company();
  const { search, form, attempt } = await walkToForm(slug);
  const expected_amount = hidden(form.html, "expected_amount");
  await submit(slug, search, { ...guest(), attempt, expected_amount, phone: aPhone() });
  expect(await bookingsOf(owner.tenant.id)).toMatchObject([{ text_consent: null }]);
});

test.each([
  ["the company sends none", {}, {}],
  ["the service sends none", { text_reminders: "off" }, TEXTS],
])("the tick is missing where %s, and the API's field is ignored", async (_, schedule, policy) => {
  const { owner, slug } = await company(schedule, policy);
  const { form } = await walkToForm(slug);
  expect(form.html).not.toContain(TICK);
  const booked = await bookByKey(owner, { text_reminders: true });
  expect(booked.status).toBe(201);
  expect(await bookingsOf(owner.tenant.id)).toMatchObject([{ text_consent: null }]);
});

async function bookByKey(
  owner: Awaited<ReturnType<typeof company>>["owner"],
  more: Record<string, unknown>,
) {
  const key = await makeKey(owner);
  const config = (await json(await call("/api/widget/config", { key }))) as unknown as WidgetConfig;
  const [schedule] = config.schedules;
  const from = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const to = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const times = (await json(
    await call(`/api/widget/availability?schedule_id=${schedule!.id}&from=${from}&to=${to}`, {
      key,
    }),
  )) as unknown as { days: { slots: { id: string }[] }[] };
  const slot_id = times.days.flatMap(({ slots }) => slots)[0]!.id;
  const customer = { ...guest(), phone: aPhone(), locale: "fr" };
  return call("/api/widget/booking", { key, body: { slot_id, customer, ...more } });
}

test("the widget's API offers it and stores it", async () => {
  const { owner } = await company({ text_reminders: "on" }, { text_channel: "whatsapp" });
  const key = await makeKey(owner);
  const config = (await json(await call("/api/widget/config", { key }))) as unknown as WidgetConfig;
  expect(config.schedules).toMatchObject([{ text_reminders: "whatsapp" }]);
  expect(config.text_consent).toMatchObject({ fr: consentWording("whatsapp", "fr") });
  expect((await bookByKey(owner, { text_reminders: true })).status).toBe(201);
  expect(await bookingsOf(owner.tenant.id)).toMatchObject([
    { text_consent: { wording: consentWording("whatsapp", "fr"), source: "guest" } },
  ]);
});
