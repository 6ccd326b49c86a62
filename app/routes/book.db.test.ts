import { sentTo } from "~/testing/outbox";
import "~/testing/payments-on";
import { atProvider, connectAccount } from "~/testing/payment-calls";
import { expect, test } from "vitest";
import { AvailabilityQuery } from "~/contract/slots";
import { pool, prisma } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { type TenantOptions, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { sendMessage } from "~/domain/email/send-message.server";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { loader as payLoader } from "./manage.$token_.pay";
import { loader as manageLoader } from "./manage.$token";
import { action, loader } from "./book.$slug";

async function aCompany(
  options: { tenant?: TenantOptions; schedule?: Record<string, unknown>; capacity?: number } = {},
) {
  const owner = await makeTenant({ name: "Studio Linden", time_zone: "Europe/Amsterdam", ...options.tenant });
  const room = await makeResource(owner, { name: "Mila", capacity: options.capacity ?? 1 });
  const schedule = await makeSchedule(owner, [room.id], { name: "Haircut", price_amount: 4200, ...options.schedule });
  return { owner, room, schedule, slug: owner.tenant.slug };
}

const argsOf = (slug: string, search: string, init?: RequestInit) => ({
  request: new Request(`${env.BASE_URL}/book/${slug}${search}`, init),
  params: { slug },
  context: { ip: "192.0.2.7", request_id: newId() },
});
async function open(slug: string, search = "", headers: Record<string, string> = {}) {
  const response = await loader(argsOf(slug, search, { headers }));
  return { response, html: await response.text(), links: [] as string[] };
}
const submit = (slug: string, search: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  action(
    argsOf(slug, search, {
      method: "POST",
      body: new URLSearchParams({ intent: "book", ...fields }),
      headers: { "Sec-Fetch-Site": "same-origin", ...headers },
    }),
  );

/** The addresses of a page's links that hold `part`, as a browser would follow them. */
const linksWith = (html: string, part: string) =>
  [...html.matchAll(/href="(\?[^"]*)"/g)]
    .map(([, href]) => href!.replaceAll("&amp;", "&").split("#")[0]!)
    .filter((href) => href.includes(part));
const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
const guest = (email = `guest-${newId()}@example.test`) => ({ name: "Sanne Bakker", email });
const bookingsOf = (tenantId: string) =>
  prisma.booking.findMany({ where: { tenant_id: tenantId }, include: { customer: true }, orderBy: { id: "asc" } });

/** From the first page to the form, by links alone: the last link of a day far enough away, and its first time. */
async function walkToForm(slug: string, headers: Record<string, string> = {}, begin = "") {
  const first = await open(slug, begin, headers);
  const [day] = linksWith(first.html, "date=").slice(-1);
  const times = await open(slug, day, headers);
  const [time] = linksWith(times.html, "time=");
  const form = await open(slug, time, headers);
  return { search: time!, times, form, attempt: hidden(form.html, "attempt") };
}

test("links and one form lead from a service to a booking, which the guest's own page shows", async () => {
  const { owner, slug, room, schedule } = await aCompany();
  await makeSchedule(owner, [room.id], { name: "Beard trim", duration_minutes: 30 });
  const services = await open(slug);
  expect(services.response.status).toBe(200);
  expect(services.html).toContain("Haircut");
  expect(services.html).toContain("1 hour · €42.00");
  const [chosen] = linksWith(services.html, schedule.id);
  const { search, form, attempt } = await walkToForm(slug, {}, chosen);
  expect(form.html).toContain("Your details");
  const email = `sanne-${newId()}@example.test`;
  const booked = await submit(slug, search, { ...guest(email), attempt, notes: "First time" });
  expect(booked.status).toBe(303);
  expect(booked.headers.get("Location")).toMatch(/\/manage\/.+\?done=booked$/);
  const [booking] = await bookingsOf(owner.tenant.id);
  const time = new URLSearchParams(search).get("time")!;
  expect(booking).toMatchObject({
    status: "confirmed",
    source: "widget",
    notes: "First time",
    schedule_id: schedule.id,
  });
  expect(booking?.starts_at.toISOString()).toBe(new Date(time).toISOString());
  expect(booking?.customer).toMatchObject({ email, locale: "en" });
  const token = new URL(booked.headers.get("Location")!).pathname.split("/")[2]!;
  const own = await manageLoader({
    ...argsOf(slug, ""),
    params: { token },
    request: new Request(booked.headers.get("Location")!),
  });
  expect(await own.text()).toContain("Thank you. We have sent you an e-mail");
});

test("one form sent twice books once, and leads to the same place", async () => {
  const { owner, slug } = await aCompany({ capacity: 5 });
  const { search, attempt } = await walkToForm(slug);
  const fields = { ...guest(), attempt };
  const answers = await Promise.all([submit(slug, search, fields), submit(slug, search, fields)]);
  const again = await submit(slug, search, fields);
  expect(
    new Set([...answers, again].filter(({ status }) => status === 303).map(({ headers }) => headers.get("Location")))
      .size,
  ).toBe(1);
  expect(again.status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(1);
});

test("who comes second keeps what they typed, and books one of the other times with it", async () => {
  const { owner, slug } = await aCompany();
  const { search, attempt } = await walkToForm(slug);
  await submit(slug, search, { ...guest(), attempt });
  const refused = await submit(slug, search, { ...guest("tom@example.test"), name: "Tom Visser", attempt: newId() });
  const html = await refused.text();
  expect(refused.status).toBe(409);
  expect(html).toContain("That time has just been taken. These are free:");
  expect(html).toContain('value="Tom Visser"');
  const [other] = [...html.matchAll(/formAction="([^"]*)"/gi)].map(([, address]) => address!.replaceAll("&amp;", "&"));
  const booked = await submit(slug, other!, { ...guest("tom@example.test"), attempt: hidden(html, "attempt") });
  expect(booked.status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(2);
});

test("what cannot be used is said at its field, with everything as it was typed", async () => {
  const { owner, slug } = await aCompany({
    schedule: { questions: [{ id: "hair", label: "How long is your hair?", type: "text", required: true }] },
  });
  const { search, attempt } = await walkToForm(slug);
  const refused = await submit(slug, search, { name: "", email: "nobody", attempt, notes: "<b>&" });
  const html = await refused.text();
  expect(refused.status).toBe(422);
  expect(html).toContain("Use an e-mail address such as anna@example.com.");
  expect(html).toContain('id="name-problem">Please fill this in.');
  expect(html).toContain("&lt;b&gt;&amp;");
  const unanswered = await submit(slug, search, { ...guest(), attempt });
  expect(await unanswered.text()).toContain('id="answer_hair-problem">Please fill this in.');
  const answered = await submit(slug, search, { ...guest(), attempt, answer_hair: "Long" });
  expect(answered.status).toBe(303);
  expect((await bookingsOf(owner.tenant.id))[0]?.answers).toEqual([{ question_id: "hair", value: "Long" }]);
});

test("a form of another site books nothing, nor does a filled hidden field or an address without a time", async () => {
  const { owner, slug } = await aCompany();
  const { search, attempt } = await walkToForm(slug);
  const forged = [{ "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "same-site" }];
  for (const headers of forged) expect((await submit(slug, search, { ...guest(), attempt }, headers)).status).toBe(400);
  const old = argsOf(slug, search, {
    method: "POST",
    body: new URLSearchParams({ intent: "book", ...guest() }),
    headers: { Origin: "https://evil.example" },
  });
  expect((await action(old)).status).toBe(400);
  expect((await submit(slug, search, { ...guest(), attempt, website: "http://spam.example" })).status).toBe(422);
  expect((await submit(slug, "", { ...guest(), attempt })).status).toBe(409);
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
});

test("with no preference the guest gets whoever is free; with one, only that resource's times are shown", async () => {
  const { owner, room } = await aCompany();
  const noor = await makeResource(owner, { name: "Noor" });
  const colour = await makeSchedule(owner, [room.id, noor.id], { name: "Colour" });
  const { slug } = owner.tenant;
  const { search, attempt } = await walkToForm(slug, {}, `?service=${colour.id}`);
  for (const key of [attempt, newId()])
    expect((await submit(slug, search, { ...guest(), attempt: key })).status).toBe(303);
  const booked = await bookingsOf(owner.tenant.id);
  expect(booked.map(({ resource_id }) => resource_id).sort()).toEqual([room.id, noor.id].sort());
  const only = await walkToForm(slug, {}, `?service=${colour.id}&resource=${noor.id}`);
  expect(only.search).toContain(noor.id);
  expect(only.form.html).toContain("Colour · Noor");
});

test("the price is for all who come, and more than fit are never asked for", async () => {
  const { slug, schedule } = await aCompany({ capacity: 8, schedule: { max_party_size: 4 } });
  const { form } = await walkToForm(slug, {}, `?service=${schedule.id}&people=3`);
  expect(form.html).toContain("€126.00");
  expect(form.html).toContain("People: 3");
  expect((await open(slug, `?service=${schedule.id}&people=99`)).html).toContain('max="4" value="4"');
});

test("the page speaks the language asked for, else the browser's, else the company's, in its direction", async () => {
  const { slug } = await aCompany({ tenant: { locale: "de-DE" } });
  expect((await open(slug)).html).toContain("Buchen bei Studio Linden");
  expect((await open(slug, "", { "Accept-Language": "pt, nl-BE;q=0.8" })).html).toContain(
    '<html lang="nl-BE" dir="ltr"',
  );
  const arabic = await open(slug, "?lang=ar", { "Accept-Language": "nl" });
  expect(arabic.html).toContain('<html lang="ar" dir="rtl"');
  expect(linksWith(arabic.html, "date=").every((link) => link.includes("lang=ar"))).toBe(true);
  expect((await open(slug, "?lang=xx")).html).toContain("Buchen bei Studio Linden");
});

test("the page can be found and shown by others, its colour is the company's; a demonstration is not listed", async () => {
  const { owner, slug } = await aCompany();
  const { html, response } = await open(slug);
  expect(html).toContain(`<link rel="canonical" href="${env.BASE_URL}/book/${slug}"/>`);
  expect(html).toContain('<meta property="og:title" content="Book with Studio Linden"/>');
  expect(html).not.toContain("noindex");
  expect(response.headers.get("X-Robots-Tag")).toBeNull();
  expect(html).toMatch(/<booking-widget publishable-key="pk_live_\w+" locale="en"/);
  const policy = response.headers.get("Content-Security-Policy");
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).toContain("form-action 'self';");
  await prisma.tenant.update({ where: { id: owner.tenant.id }, data: { is_demo: true } });
  const demo = await open(slug);
  expect(demo.html).toContain('<meta name="robots" content="noindex"/>');
  expect(demo.response.headers.get("X-Robots-Tag")).toBe("noindex");
});

test("a page without a form is asked for again each time and sent only when it has changed; a form is kept nowhere", async () => {
  const { slug } = await aCompany();
  const first = await open(slug);
  const etag = first.response.headers.get("ETag")!;
  expect(first.response.headers.get("Cache-Control")).toBe("private, no-cache");
  expect((await open(slug, "", { "If-None-Match": etag })).response.status).toBe(304);
  const { search, form } = await walkToForm(slug);
  expect(form.response.headers.get("Cache-Control")).toBe("no-store");
  const booked = await open(slug, search.replace(/&time=[^&]*/, ""));
  await submit(slug, search, { ...guest(), attempt: newId() });
  const known = { "If-None-Match": booked.response.headers.get("ETag")! };
  expect((await open(slug, search.replace(/&time=[^&]*/, ""), known)).response.status).toBe(200);
});

test("an address that no company has is a plain page that is not found", async () => {
  for (const slug of [`nobody-${newId()}`, "../x", "A%00", "x".repeat(200)]) {
    const { response, html } = await open(slug, "", { "Accept-Language": "nl" });
    expect(response.status).toBe(404);
    expect(html).toContain("Deze pagina bestaat niet");
  }
});

test("a company whose key was never shown, or allows one website only, can be booked with on its page here", async () => {
  const { owner, slug } = await aCompany();
  expect(await prisma.apiKey.count({ where: { tenant_id: owner.tenant.id } })).toBe(0);
  await Promise.all([open(slug), open(slug)]);
  expect(await prisma.apiKey.count({ where: { tenant_id: owner.tenant.id, is_base: true } })).toBe(1);
  await prisma.apiKey.updateMany({
    where: { tenant_id: owner.tenant.id },
    data: { allowed_origins: ["https://salon.example"] },
  });
  const { search, attempt } = await walkToForm(slug);
  expect((await submit(slug, search, { ...guest(), attempt })).status).toBe(303);
});

/** The code in the mail to an address. */
async function codeFor(email: string): Promise<string> {
  const mail = await prisma.message.findFirstOrThrow({ where: { recipient: email }, orderBy: { id: "desc" } });
  await sendMessage({ message_id: mail.id });
  const [sent] = await sentTo(email);
  return /\b\d{6}\b/.exec(sent!.text)![0];
}

test("where the company wants proof of an address, the form asks for the code that was mailed", async () => {
  const { owner, slug } = await aCompany();
  const settings = { verification: "email" };
  await prisma.widgetConfig.create({
    data: { tenant_id: owner.tenant.id, id: newId(), name: "Default", is_default: true, settings },
  });
  const { search, attempt } = await walkToForm(slug);
  const email = `proof-${newId()}@example.test`;
  const asked = await submit(slug, search, { ...guest(email), attempt });
  const html = await asked.text();
  expect(html).toContain("Enter the code");
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
  const [verification_id, next] = [hidden(html, "verification_id"), hidden(html, "attempt")];
  const code = await codeFor(email);
  const wrong = await submit(slug, search, {
    ...guest(email),
    intent: "confirm",
    attempt: next,
    verification_id,
    code: code === "000000" ? "111111" : "000000",
    destination: email,
  });
  expect(wrong.status).toBe(422);
  const wrongHtml = await wrong.text();
  expect(wrongHtml).toContain("That code is not right");
  const fields = {
    ...guest(email),
    intent: "confirm",
    attempt: hidden(wrongHtml, "attempt"),
    verification_id: hidden(wrongHtml, "verification_id"),
    code,
  };
  const done = await submit(slug, search, fields);
  expect(done.status).toBe(303);
  expect((await submit(slug, search, fields)).headers.get("Location")).toBe(done.headers.get("Location"));
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(1);
});

test("where payment is due the form leads to the checkout, and the way back says what the provider says", async () => {
  const { owner, slug } = await aCompany({ schedule: { requires_payment: true } });
  expect((await open(slug)).html).toContain("Nothing can be booked online at the moment.");
  await connectAccount(owner);
  const { search, attempt, form } = await walkToForm(slug);
  expect(form.html).toContain("Book and pay");
  expect(form.html).toContain("Test mode: no real money moves.");
  expect(form.response.headers.get("Content-Security-Policy")).toMatch(
    /form-action 'self' https: http:\/\/127\.0\.0\.1:\d+/,
  );
  const booked = await submit(slug, search, { ...guest(), attempt });
  const pay = new URL(booked.headers.get("Location")!);
  expect([booked.status, pay.pathname]).toEqual([303, expect.stringMatching(/^\/manage\/.+\/pay$/)]);
  const token = pay.pathname.split("/")[2]!;
  const args = (url: string) => ({ request: new Request(url), params: { token }, context: {} });
  const checkout = await payLoader(args(pay.href));
  expect(checkout.headers.get("Location")).toContain("/c/pay/cs_");
  const own = pay.href.replace(/\/pay$/, "");
  expect(await (await manageLoader(args(`${own}?session_id=x`))).text()).toContain("Waiting for payment");
  const session = /cs_\w+/.exec(checkout.headers.get("Location")!)![0];
  await atProvider(session, "pay");
  await pool.query("update payment set asked_at = null where tenant_id = $1", [owner.tenant.id]);
  expect(await (await manageLoader(args(`${own}?session_id=${session}`))).text()).toContain("Confirmed and paid");
});

test("every open day of the page has the times that the widget shows, and no other", async () => {
  const { owner, slug, schedule } = await aCompany({ schedule: { min_notice_minutes: 60 } });
  const { times, search } = await walkToForm(slug);
  const date = new URLSearchParams(search).get("date")!;
  const query = AvailabilityQuery.parse({ schedule_id: schedule.id, from: date, to: date, tz: "Europe/Amsterdam" });
  const { json } = await readAvailability(owner, query, 31, null);
  const { days } = JSON.parse(json!) as { days: { slots: { starts_at: string; bookable: boolean }[] }[] };
  const offered = days[0]!.slots.filter(({ bookable }) => bookable).map(({ starts_at }) => starts_at);
  expect(linksWith(times.html, "time=").map((link) => new URLSearchParams(link).get("time"))).toEqual(offered);
  expect(offered.length).toBeGreaterThan(0);
});
