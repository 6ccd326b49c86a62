import { sentTo } from "~/testing/outbox";
import { expect, test } from "vitest";
import { sendMessage } from "~/domain/email/send-message.server";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  aCompany,
  bookingsOf,
  guest,
  hidden,
  linksWith,
  open,
  submit,
  walkToForm,
} from "~/testing/booking-page";

// The waiting list of a full time on a company's booking page, without JavaScript.

/** A company whose last time in sight has just been booked, and the way to that day. */
async function withFullTime(settings: object = {}) {
  const company = await aCompany();
  const { search, attempt } = await walkToForm(company.slug);
  expect((await submit(company.slug, search, { ...guest(), attempt })).status).toBe(303);
  const tenant_id = company.owner.tenant.id;
  await prisma.widgetConfig.create({
    data: { tenant_id, id: newId(), name: "Default", is_default: true, settings },
  });
  return { ...company, day: search.replace(/&time=[^&]*/, "") };
}

/** From the page of a day to the form of its first full time. */
async function walkToWaiting(slug: string, day: string) {
  const times = await open(slug, day);
  const [search] = linksWith(times.html, "wait=1");
  const form = await open(slug, search!);
  return { times, search: search!, form, attempt: hidden(form.html, "attempt") };
}

const waiting = (tenant_id: string) =>
  prisma.waitlistEntry.findMany({
    where: { tenant_id },
    select: { email: true, party_size: true, status: true },
  });

/** What a redirect of the page leads to. */
const follow = (slug: string, response: Response) =>
  open(slug, new URL(response.headers.get("Location")!).search);

test("a full time leads by links and one form to the waiting list, once", async () => {
  const { owner, slug, day } = await withFullTime();
  const { times, form, search, attempt } = await walkToWaiting(slug, day);
  expect(times.html).toContain("Full: join the waiting list");
  expect(times.html).toMatch(/aria-label="Wait for \d\d?:\d\d/);
  expect(form.html).toContain("This time is full.");
  expect(form.html).not.toContain("Book now");
  const email = `waits-${newId()}@example.test`;
  const joined = await submit(slug, search, { ...guest(email), attempt });
  expect(joined.status).toBe(303);
  const again = await submit(slug, search, { ...guest(email), attempt });
  expect(again.headers.get("Location")).toBe(joined.headers.get("Location"));
  const { html } = await follow(slug, joined);
  expect(html).toContain("You are on the waiting list.");
  expect(html).toContain("Your place in line: 1");
  expect(await waiting(owner.tenant.id)).toEqual([{ email, party_size: 1, status: "waiting" }]);
  const twice = await submit(slug, search, { ...guest(email), attempt: newId() });
  expect(twice.status).toBe(409);
  expect(await twice.text()).toContain("You are already on the waiting list for this time.");
  const second = await submit(slug, search, { ...guest(), attempt: newId() });
  expect((await follow(slug, second)).html).toContain("Your place in line: 2");
});

test("what cannot be used is said at its field, as it was typed; a filled hidden field joins nothing", async () => {
  const { owner, slug, day } = await withFullTime({ steps: { phone: "required" } });
  const { search, attempt } = await walkToWaiting(slug, day);
  const refused = await submit(slug, search, {
    name: "Tom",
    email: "nobody",
    phone: "+31 20 624 1111",
    attempt,
  });
  const html = await refused.text();
  expect(refused.status).toBe(422);
  expect(html).toContain("Use an email address such as anna@example.com.");
  expect(html).toContain('value="Tom"');
  const without = await submit(slug, search, { ...guest(), attempt });
  expect(await without.text()).toContain('id="phone-problem">Please fill this in.');
  const filled = { ...guest(), phone: "+31 20 624 1111", website: "http://spam.example", attempt };
  expect((await submit(slug, search, filled)).status).toBe(422);
  expect(await waiting(owner.tenant.id)).toEqual([]);
});

test("a time that has a free place again is booked instead, with what was typed", async () => {
  const { owner, slug, day } = await withFullTime();
  const { search, attempt } = await walkToWaiting(slug, day);
  await pool.query("delete from claim where tenant_id = $1", [owner.tenant.id]);
  await pool.query("update slot set taken = 0 where tenant_id = $1", [owner.tenant.id]);
  await prisma.resource.updateMany({
    where: { tenant_id: owner.tenant.id },
    data: { slots_version: { increment: 1 } },
  });
  const answer = await submit(slug, search, { ...guest(), name: "Tom Visser", attempt });
  const html = await answer.text();
  expect(answer.status).toBe(409);
  expect(html).toContain("This time has a free place again. You can book it.");
  expect(html).toContain('value="Tom Visser"');
  expect((await open(slug, search)).html).toContain("Book now");
  const [address] = [...html.matchAll(/<form method="post" action="([^"]*)"/g)].map(
    ([, to]) => to!,
  );
  const booked = await submit(slug, address!.replaceAll("&amp;", "&"), {
    ...guest(),
    attempt: hidden(html, "attempt"),
  });
  expect(booked.headers.get("Location")).toMatch(/done=booked$/);
  expect(await bookingsOf(owner.tenant.id)).toHaveLength(2);
  expect(await waiting(owner.tenant.id)).toEqual([]);
});

test("where the company wants proof of an address, a place on the list needs the code too", async () => {
  const { owner, slug, day } = await withFullTime({ verification: "email" });
  const { search, attempt } = await walkToWaiting(slug, day);
  const email = `proof-${newId()}@example.test`;
  const question = await (await submit(slug, search, { ...guest(email), attempt })).text();
  expect(question).toContain("Enter the code");
  expect(await waiting(owner.tenant.id)).toEqual([]);
  const mail = await prisma.message.findFirstOrThrow({
    where: { recipient: email },
    orderBy: { id: "desc" },
  });
  await sendMessage({ message_id: mail.id });
  const [sent] = await sentTo(email);
  const joined = await submit(slug, search, {
    ...guest(email),
    intent: "confirm",
    attempt: hidden(question, "attempt"),
    verification_id: hidden(question, "verification_id"),
    code: /\b\d{6}\b/.exec(sent!.text)![0],
  });
  expect((await follow(slug, joined)).html).toContain("You are on the waiting list.");
  expect(await waiting(owner.tenant.id)).toMatchObject([{ email }]);
});

test("a day whose times are all taken is a link to them; without a waiting list it is none", async () => {
  const { owner, slug, day } = await withFullTime();
  const date = new URLSearchParams(day).get("date")!;
  await pool.query("update slot set taken = capacity where tenant_id = $1", [owner.tenant.id]);
  await prisma.resource.updateMany({
    where: { tenant_id: owner.tenant.id },
    data: { slots_version: { increment: 1 } },
  });
  const { html } = await open(slug);
  expect(linksWith(html, `date=${date}`)).toHaveLength(1);
  expect(html).toMatch(/class="full" aria-label="[^"]+, full, waiting list open"/);
  const { search } = await walkToWaiting(slug, day);
  await pool.query(
    "update widget_config set settings = $2, version = version + 1 where tenant_id = $1",
    [owner.tenant.id, { steps: { waitlist: false } }],
  );
  expect(linksWith((await open(slug)).html, "date=")).toEqual([]);
  expect(linksWith((await open(slug, day)).html, "wait=1")).toEqual([]);
  expect((await open(slug, search)).response.status).toBe(409);
});
