import { expect, test } from "vitest";
import { AvailabilityQuery } from "~/contract/slots";
import { getBaseKey } from "~/domain/api-keys/api-keys.server";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { prisma } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { makeResource, makeSchedule } from "~/testing/factory";
import {
  aCompany,
  action,
  argsOf,
  bookingsOf,
  guest,
  hidden,
  linksWith,
  open,
  submit,
  walkToForm,
} from "~/testing/booking-page";
import { slotsAfter } from "~/testing/booking-calls";
import { call } from "~/testing/request";
import * as manageRoute from "~/pages/guest/manage/route";
import { renderedPage } from "~/testing/rendered-page";

const { loader: manageLoader } = renderedPage("manage/:token", manageRoute);

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
  expect(await own.text()).toContain("Thank you. We have sent you an email");
});

test("one form sent twice books once, and leads to the same place", async () => {
  const { owner, slug } = await aCompany({ capacity: 5 });
  const { search, attempt } = await walkToForm(slug);
  const fields = { ...guest(), attempt };
  const answers = await Promise.all([submit(slug, search, fields), submit(slug, search, fields)]);
  const again = await submit(slug, search, fields);
  expect(
    new Set(
      [...answers, again]
        .filter(({ status }) => status === 303)
        .map(({ headers }) => headers.get("Location")),
    ).size,
  ).toBe(1);
  expect(again.status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(1);
});

test("a change of language keeps what was typed", async () => {
  const { slug } = await aCompany({
    schedule: {
      questions: [{ id: "allergies", label: "Allergies", type: "text", required: false }],
    },
  });
  const { search, form } = await walkToForm(slug);
  const answer = /name="(answer_[^"]+)"/.exec(form.html)![1]!;
  const [, dutch = ""] =
    /<button [^>]*form="fields"[^>]*formaction="([^"]*lang=nl)"[^>]*value="language"/i.exec(
      form.html,
    ) ?? [];
  expect(dutch.replaceAll("&amp;", "&")).toContain("time=");
  const typed = { ...guest("sanne@example.test"), [answer]: "Nuts", intent: "language" };
  const translated = await submit(slug, `${search}&lang=nl`, typed);
  const html = await translated.text();
  expect(translated.status).toBe(200);
  expect(html).toContain('<html lang="nl" dir="ltr"');
  for (const value of ["Sanne Bakker", "sanne@example.test", "Nuts"])
    expect(html).toContain(`value="${value}"`);
});

test("who comes second keeps what they typed, and books one of the other times with it", async () => {
  const { owner, slug } = await aCompany();
  const { search, attempt } = await walkToForm(slug);
  await submit(slug, search, { ...guest(), attempt });
  const refused = await submit(slug, search, {
    ...guest("tom@example.test"),
    name: "Tom Visser",
    attempt: newId(),
  });
  const html = await refused.text();
  expect(refused.status).toBe(409);
  expect(html).toContain("That time has just been taken. These are free:");
  expect(html).toContain('value="Tom Visser"');
  const [other] = [...html.matchAll(/formAction="([^"]*)"/gi)].map(([, address]) =>
    address!.replaceAll("&amp;", "&"),
  );
  const booked = await submit(slug, other!, {
    ...guest("tom@example.test"),
    attempt: hidden(html, "attempt"),
  });
  expect(booked.status).toBe(303);
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(2);
});

test("what cannot be used is said at its field, with everything as it was typed", async () => {
  const { owner, slug } = await aCompany({
    schedule: {
      questions: [{ id: "hair", label: "How long is your hair?", type: "text", required: true }],
    },
  });
  const { search, attempt } = await walkToForm(slug);
  const refused = await submit(slug, search, { name: "", email: "nobody", attempt, notes: "<b>&" });
  const html = await refused.text();
  expect(refused.status).toBe(422);
  expect(html).toContain("Use an email address such as anna@example.com.");
  expect(html).toContain('id="name-problem">Please fill this in.');
  expect(html).toContain("&lt;b&gt;&amp;");
  const unanswered = await submit(slug, search, { ...guest(), attempt });
  expect(await unanswered.text()).toContain('id="answer_hair-problem">Please fill this in.');
  const answered = await submit(slug, search, { ...guest(), attempt, answer_hair: "Long" });
  expect(answered.status).toBe(303);
  expect((await bookingsOf(owner.tenant.id))[0]?.answers).toEqual([
    { question_id: "hair", value: "Long", label: "How long is your hair?" },
  ]);
});

test("a form of another site books nothing, nor does a filled hidden field or an address without a time", async () => {
  const { owner, slug } = await aCompany();
  const { search, attempt } = await walkToForm(slug);
  const forged = [{ "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "same-site" }];
  for (const headers of forged)
    expect((await submit(slug, search, { ...guest(), attempt }, headers)).status).toBe(400);
  const old = argsOf(slug, search, {
    method: "POST",
    body: new URLSearchParams({ intent: "book", ...guest() }),
    headers: { Origin: "https://evil.example" },
  });
  expect((await action(old)).status).toBe(400);
  expect(
    (await submit(slug, search, { ...guest(), attempt, website: "http://spam.example" })).status,
  ).toBe(422);
  expect((await submit(slug, "", { ...guest(), attempt })).status).toBe(409);
  expect(await bookingsOf(owner.tenant.id)).toEqual([]);
});

test("with no preference the guest gets the one who is free; with one, only that resource's times are shown", async () => {
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
  expect((await open(slug, `?service=${schedule.id}&people=99`)).html).toContain(
    'max="4" value="4"',
  );
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
  for (const slug of [`nobody-${newId()}`, "..%2Fx", "A%00", "x".repeat(200)]) {
    const { response, html } = await open(slug, "", { "Accept-Language": "nl" });
    expect(response.status).toBe(404);
    expect(html).toContain("Pagina niet gevonden");
  }
});

test("a company whose key was never shown, or allows one website only, can be booked with on its page here", async () => {
  const { owner, slug, room, schedule } = await aCompany();
  expect(await prisma.apiKey.count({ where: { tenant_id: owner.tenant.id } })).toBe(0);
  await Promise.all([open(slug), open(slug)]);
  expect(await prisma.apiKey.count({ where: { tenant_id: owner.tenant.id, is_base: true } })).toBe(
    1,
  );
  await prisma.apiKey.updateMany({
    where: { tenant_id: owner.tenant.id },
    data: { allowed_origins: ["https://salon.example"] },
  });
  const { search, attempt } = await walkToForm(slug);
  expect((await submit(slug, search, { ...guest(), attempt })).status).toBe(303);
  // The page's widget calls from here too, and its guests come back here; other websites stay refused.
  const { key } = await getBaseKey(owner);
  const { starts_at } = (await slotsAfter(1, schedule.id))[0]!; // a company has times
  const body = (return_url: string) => ({
    resource_id: room.id,
    starts_at,
    customer: guest(),
    return_url,
  });
  const book = (Origin: string, return_url: string) =>
    call("/api/widget/booking", {
      headers: { "x-publishable-key": key, Origin },
      body: body(return_url),
    });
  expect((await book("https://evil.example", env.BASE_URL)).status).toBe(403);
  expect((await book(env.BASE_URL, "https://evil.example/")).status).toBe(422);
  expect((await book(env.BASE_URL, `${env.BASE_URL}/book/${slug}`)).status).toBe(201);
});

test("every open day of the page has the times that the widget shows, and no other", async () => {
  const { owner, slug, schedule } = await aCompany({ schedule: { min_notice_minutes: 60 } });
  const { times, search } = await walkToForm(slug);
  const date = new URLSearchParams(search).get("date")!;
  const query = AvailabilityQuery.parse({
    schedule_id: schedule.id,
    from: date,
    to: date,
    tz: "Europe/Amsterdam",
  });
  const { json } = await readAvailability(owner, query, 31, null);
  const { days } = JSON.parse(json!) as {
    days: { slots: { starts_at: string; bookable: boolean }[] }[];
  };
  const offered = days[0]!.slots
    .filter(({ bookable }) => bookable)
    .map(({ starts_at }) => starts_at);
  expect(
    linksWith(times.html, "time=").map((link) => new URLSearchParams(link).get("time")),
  ).toEqual(offered);
  expect(offered.length).toBeGreaterThan(0);
});

const PASTED: [
  string,
  Record<string, string>,
  { email?: string; phone?: string; name?: string },
][] = [
  ["direction marks", { phone: "\u202a+31 6 12345678\u202c" }, { phone: "+31612345678" }],
  ["no-break spaces", { phone: "+31\u00a06\u00a012345678" }, { phone: "+31612345678" }],
  [
    "Arabic digits",
    { phone: "+\u0663\u0661\u0666\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668" },
    { phone: "+31612345678" },
  ],
  ["a zero-width space", { email: "anna@example.com\u200b" }, { email: "anna@example.com" }],
  [
    "an umlaut in the domain",
    { email: "anna@m\u00fcnchen.example" },
    { email: "anna@xn--mnchen-3ya.example" },
  ],
  ["a name of two scripts", { name: "Núñez-O’Brien 王" }, { name: "Núñez-O’Brien 王" }],
];
test.each(PASTED)("contact details with %s are booked", async (_, typed, stored) => {
  const { owner, slug } = await aCompany();
  const { search, attempt } = await walkToForm(slug);
  const booked = await submit(slug, search, { ...guest(), ...typed, attempt });
  expect(booked.status).toBe(303);
  const [booking] = await bookingsOf(owner.tenant.id);
  expect(booking?.customer).toMatchObject(stored);
});

test("an optional field never blocks a booking: sent again as it was refused, it is left out", async () => {
  const question = { id: "mobile", label: "Mobile", type: "phone", required: false } as const;
  const { owner, slug } = await aCompany({ schedule: { questions: [question] } });
  const { search, attempt } = await walkToForm(slug);
  const typed = { ...guest(), phone: "call me", answer_mobile: "0612", attempt };
  const refused = await submit(slug, search, typed);
  const html = await refused.text();
  expect(refused.status).toBe(422);
  expect(html).toContain("such as +44 20 7946 0958. Or send it again to book without it.");
  expect(hidden(html, "refused_phone")).toBe("call me");
  const changed = await submit(slug, search, {
    ...typed,
    phone: "call him",
    refused_phone: "call me",
    refused_answer_mobile: "0612",
  });
  expect(changed.status).toBe(422);
  const booked = await submit(slug, search, {
    ...typed,
    refused_phone: "call me",
    refused_answer_mobile: "0612",
  });
  expect(booked.status).toBe(303);
  const [booking] = await bookingsOf(owner.tenant.id);
  expect(booking).toMatchObject({ customer: { phone: null }, answers: [] });
});

test("a name that advertises is refused at its field", async () => {
  const { owner, slug } = await aCompany();
  const { search, attempt } = await walkToForm(slug);
  const name = "Win €500 at https://evil.example/x";
  const refused = await submit(slug, search, { ...guest(), name, attempt });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Use a name without links.");
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(0);
});
