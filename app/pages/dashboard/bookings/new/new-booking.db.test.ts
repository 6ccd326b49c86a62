import { expect, test } from "vitest";
import { BookingFilter } from "~/contract/booking-filter";
import type { EmailPreferencesPatch } from "~/contract/email";
import { updatePreferences } from "~/domain/email/preferences.server";
import { suppress } from "~/domain/email/suppressions.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import { listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { newId } from "~/lib/ids";
import { flashOf, get, makeDesk, pathOf, post, refusalOf } from "~/testing/desk";
import { makeResource } from "~/testing/factory";
import * as booking from "~/pages/dashboard/bookings/booking/route";
import * as guests from "./guests";
import * as newBooking from "./route";

// What the desk is told of a guest's mail, and what it may type.

const PATH = "/dashboard/bookings/new";
const guest = { name: "Anna Jansen", email: "anna@example.test" };

/** Books a free time by the form and returns what is said then. */
async function bookAndRead(owner: UserActor, fields: Record<string, string>) {
  const state = await get(newBooking, owner, `${PATH}?new=1&q=x`);
  const answer = await post(newBooking, owner, PATH, {
    key: newId(),
    time: state.times[0]!.slot_id,
    ...fields,
  });
  return { ...flashOf(answer), answer: answer as Response };
}

const switchOff = (owner: UserActor, event: string) =>
  updatePreferences(owner, { [event]: { customer: false } } as EmailPreferencesPatch);
const useUp = (owner: UserActor) =>
  pool.query(
    "insert into mail_usage (tenant_id, day, recipient_hash, sent) values ($1, (now() at time zone 'UTC')::date, '', $2)",
    [owner.tenant.id, env.MAIL_PER_DAY_FIRST_WEEK],
  );

test.each<[string, (owner: UserActor) => unknown, Record<string, string>, string]>([
  ["nothing in the way", () => null, guest, "Anna Jansen gets an email."],
  [
    "a guest without an address",
    () => null,
    { name: "Walk-in Tom" },
    "No email on file, so no confirmation was sent.",
  ],
  ["a call that wants none", () => null, { ...guest, silent: "on" }, "Anna Jansen gets no email."],
  [
    "a mail that is switched off",
    (owner) => switchOff(owner, "booking_confirmed"),
    guest,
    "This email is switched off, so none was sent.",
  ],
  [
    "an address that takes no mail",
    (owner) => suppress(pool, owner.tenant.id, guest.email, "HardBounce"),
    guest,
    "The address of Anna Jansen takes no email (bounced or unsubscribed), so none was sent.",
  ],
  [
    "a day whose mail is used up",
    useUp,
    guest,
    "Daily email limit reached: Anna Jansen gets an email tomorrow.",
  ],
])("after a booking with %s the desk is told the truth", async (_, arrange, fields, message) => {
  const { owner } = await makeDesk();
  await arrange(owner);
  const { text } = await bookAndRead(owner, fields);
  expect(text).toMatch(/^Booked .*, Court 1\. /);
  expect(text.slice(text.indexOf("Court 1. ") + 9)).toBe(message);
});

test("a move and a cancellation tell the same truth, and a step without a mail tells nothing", async () => {
  const { owner, book } = await makeDesk();
  const booked = await book(10);
  await switchOff(owner, "booking_cancelled");
  const at = async (fields: Record<string, string>) => {
    const version = String((await getBooking(owner, booked.id)).version);
    return flashOf(await post(booking, owner, pathOf(booked), { ...fields, version }, booked.id))
      .text;
  };
  const starts_at = new Date(Date.parse(booked.starts_at) + 3 * 3_600_000).toISOString();
  const place = {
    intent: "move",
    starts_at,
    resource_id: booked.resource_id,
    duration_minutes: "60",
  };
  expect(await at({ ...place, notify: "on" })).toMatch(/Court 1\. Anna Jansen gets an email\.$/);
  expect(await at({ intent: "arrived", arrived: "on" })).toBe("Anna Jansen has arrived.");
  expect(await at({ intent: "cancel", notify: "on" })).toBe(
    "Cancelled Anna Jansen. This email is switched off, so none was sent.",
  );
});

test("a booking is moved outside hours, or made there, only when an owner says so again", async () => {
  const { owner, book } = await makeDesk();
  const booked = await book(10);
  const date = booked.starts_at.slice(0, 10);
  const place = {
    intent: "move",
    starts_at: `${date}T03:00:00Z`,
    duration_minutes: "60",
    version: String(booked.version),
  };
  const refused = await post(booking, owner, pathOf(booked), place, booked.id);
  expect(refusalOf(refused)).toMatchObject({
    result: { error: { "": ["Outside opening hours. Move anyway?"] } },
    override: { intent: "move", starts_at: `${date}T03:00:00.000Z`, override: "on" },
  });
  const moved = await post(booking, owner, pathOf(booked), { ...place, override: "on" }, booked.id);
  expect(flashOf(moved).text).toMatch(/^Moved /);
  const wish = {
    ...guest,
    time: "custom",
    custom_day: date,
    custom_time: "04:30",
    custom_minutes: "30",
    custom_resource: booked.resource_id,
    service: booked.schedule_id!,
  };
  const question = await post(newBooking, owner, PATH, { ...wish, key: newId() });
  expect(refusalOf(question)).toMatchObject({
    result: { error: { "": ["Outside opening hours. Book anyway?"] } },
    may_override: true,
  });
  const made = await post(newBooking, owner, PATH, { ...wish, override: "on", key: newId() });
  expect(flashOf(made).text).toMatch(/^Booked /);
});

test("a booking that was just made is taken back from the toast, and its form is not gone back to", async () => {
  const { owner } = await makeDesk();
  const { undo, answer } = await bookAndRead(owner, {
    ...guest,
    to: "/dashboard/calendar?date=2030-01-01",
  });
  expect(answer.headers.get("Location")).toBe("/dashboard/calendar?date=2030-01-01");
  expect(answer.headers.get("X-Remix-Replace")).toBe("true");
  const { action, fields } = undo as unknown as { action: string; fields: Record<string, string> };
  const id = action.split("/").at(-1)!;
  await post(booking, owner, action, fields, id);
  expect((await getBooking(owner, id)).status).toBe("cancelled");
});

test("names from right to left change nothing of the sentence around them", async () => {
  const { owner } = await makeDesk();
  const { text } = await bookAndRead(owner, { name: "ليلى حداد" });
  expect(text).toContain("Booked \u2068ليلى حداد\u2069: ");
});

test("a number that is typed with a name is a number, and finds who has it", async () => {
  const { owner } = await makeDesk();
  const search = (q: string, more = "") =>
    get(newBooking, owner, `${PATH}?q=${encodeURIComponent(q)}${more}`);
  expect((await search("Jan 06 12345678", "&new=1")).guest).toMatchObject({
    name: "Jan",
    phone: "06 12345678",
  });
  await bookAndRead(owner, { name: "Jan", phone: "06 12345678" });
  expect((await search("Johan 06-12345678")).matches).toMatchObject([
    { name: "Jan", contact: "06 12345678" },
  ]);
});

test("while too much is being read to look for guests, one is added as typed, and nobody is said not to be known", async () => {
  const { owner } = await makeDesk();
  const tooMuch = fillReads(owner.tenant.id);
  try {
    const typed = `${PATH}?q=Anna+Jansen+06+12345678`;
    expect(await get(newBooking, owner, typed)).toMatchObject({
      q: "Anna Jansen 06 12345678",
      matches: null,
    });
    expect((await get(guests, owner, `${PATH}/guests?q=Anna`)).matches).toBeNull();
    const picked = await get(newBooking, owner, `${typed}&pick=1`).catch((to: Response) => to);
    const to = (picked as unknown as Response).headers.get("Location")!;
    expect((await get(newBooking, owner, to)).guest).toMatchObject({
      kind: "new",
      name: "Anna Jansen",
    });
  } finally {
    await tooMuch.end();
  }
});

/** As many reads of a company as may run and wait at once. */
function fillReads(tenantId: string) {
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  const reads = Array.from({ length: 10 }, () =>
    heavyRead(tenantId, () => released, { patient: true }),
  );
  const end = () => (release(), Promise.all(reads));
  return { end };
}

test("the next free time for four is found without a guest, kept, and becomes nobody's name", async () => {
  const { owner } = await makeDesk({}, 6);
  const wish = await get(newBooking, owner, `${PATH}?q=next+free+hour+for+four`);
  expect(wish).toMatchObject({ is_wish: true, party: 4, guest: { kind: "none" }, matches: [] });
  const ahead = await pool.query<{ id: string }>(
    "select id from slot where tenant_id = $1 and starts_at > now() order by starts_at limit 1",
    [owner.tenant.id],
  );
  expect(wish.times[0]?.slot_id).toBe(ahead.rows[0]!.id);
  const picked = await get(newBooking, owner, `${PATH}?q=next+free+hour+for+four&pick=1`).catch(
    (to: Response) => to,
  );
  expect((picked as unknown as Response).headers.get("Location")).toBe(`${PATH}?party_size=4`);
  const chosen = await get(
    newBooking,
    owner,
    `${PATH}?party_size=4&slot=${wish.times[0]!.slot_id}&q=Jan&new=1`,
  );
  expect(chosen).toMatchObject({ party: 4, guest: { kind: "new", name: "Jan" } });
  expect(chosen.times.map(({ slot_id }) => slot_id)).toEqual([wish.times[0]!.slot_id]);
});

test("a day that is over is not asked for", async () => {
  const { owner, date } = await makeDesk();
  expect((await get(newBooking, owner, `${PATH}?day=${date}`)).day).toBe(date);
  expect((await get(newBooking, owner, `${PATH}?day=2020-02-02`)).day).toBe("");
});

test("a walk-in without a name or contact is booked at once, with the first who is free, for what the service costs", async () => {
  const { owner, schedule } = await makeDesk({
    price_amount: 1200,
    duration_minutes: 30,
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }],
  });
  const walkIn = await get(newBooking, owner, `${PATH}?walk_in=1`);
  expect(walkIn).toMatchObject({
    guest: { kind: "new", name: "Walk-in" },
    time: "now",
    now: { price: "€12.00" },
  });
  const fields = { time: "now", service: schedule.id, name: "Walk-in" };
  const { text, undo } = await bookAndRead(owner, fields);
  expect(text).toContain("Booked Walk-in: ");
  const id = (undo as unknown as { action: string }).action.split("/").at(-1)!;
  const booked = await getBooking(owner, id);
  expect(booked).toMatchObject({
    price_amount: 1200,
    schedule_id: schedule.id,
    status: "confirmed",
  });
  expect(Math.abs(Date.parse(booked.starts_at) - clock.now())).toBeLessThan(5 * 60_000 + 10_000);
  expect(Date.parse(booked.ends_at) - Date.parse(booked.starts_at)).toBe(30 * 60_000);
});

test("the first free times are of several days, a few of each part of the day; a day that is asked for shows all of its own", async () => {
  const { owner, date } = await makeDesk({ step_minutes: 15, duration_minutes: 15 });
  const { times } = await get(newBooking, owner, `${PATH}?new=1&q=x`);
  expect(new Set(times.map(({ day }) => day)).size).toBe(3);
  const counts = times.map(
    (one) => times.filter(({ day, part }) => day === one.day && part === one.part).length,
  );
  expect(Math.max(...counts)).toBe(4);
  const ofDay = await get(newBooking, owner, `${PATH}?new=1&q=x&day=${date}`);
  expect(new Set(ofDay.times.map(({ day }) => day)).size).toBe(1);
  expect(ofDay.times.filter(({ part }) => part === "morning").length).toBeGreaterThan(4);
});

test("suggestions name those who match, and nobody for a wish", async () => {
  const { owner, book } = await makeDesk();
  await book(10, "Anouk Bosch");
  const suggest = (q: string) => get(guests, owner, `${PATH}/guests?q=${encodeURIComponent(q)}`);
  expect((await suggest("nouk bo")).matches).toMatchObject([{ name: "Anouk Bosch" }]);
  expect(await suggest("for four")).toEqual({ q: "for four", is_wish: true, matches: [] });
});

test("a price that changed while the form was open is said with the old one, and booked when asked again", async () => {
  const { owner, schedule } = await makeDesk({ price_amount: 3500 });
  const state = await get(newBooking, owner, `${PATH}?new=1&q=x&service=${schedule.id}`);
  const { slot_id, amount } = state.times[0]!;
  expect(amount).toBe(3500);
  await updateSchedule(owner, schedule.id, { price_amount: 4000 });
  const form = { ...guest, service: schedule.id, time: slot_id };
  const book = (expected_amount: string) =>
    post(newBooking, owner, PATH, { ...form, key: newId(), expected_amount });
  expect(refusalOf(await book(String(amount)))).toMatchObject({
    result: {
      error: { "": ["The price is now €40.00 instead of €35.00. Book again at the new price?"] },
    },
    price: { shown: 3500, now: 4000 },
  });
  expect(flashOf(await book("4000")).text).toContain("Booked");
});

test("a longer length of a service is booked at its price, and not with a resource that has it not", async () => {
  const longer = { length_options: [{ minutes: 120, price_amount: 6000 }] };
  const { owner, court, schedule } = await makeDesk({ price_amount: 3500, ...longer });
  const search = `?new=1&q=x&service=${schedule.id}`;
  const usual = await get(newBooking, owner, PATH + search);
  expect(usual).toMatchObject({
    lengths: [
      { id: "", name: "1 h" },
      { id: "120", name: "2 h" },
    ],
    length: "",
  });
  expect(usual.times[0]!.price).toBe("€35.00");
  const state = await get(newBooking, owner, `${PATH}${search}&length=120`);
  expect(state).toMatchObject({ length: "120", custom: { minutes: 120 } });
  expect(state.times[0]!.price).toBe("€60.00");
  const form = { ...guest, key: newId(), service: schedule.id, time: state.times[0]!.slot_id };
  expect(flashOf(await post(newBooking, owner, PATH, { ...form, length: "120" })).text).toContain(
    "Court 1",
  );
  const [booked] = (await listBookings(owner, BookingFilter.parse({}))).data;
  expect(Date.parse(booked!.ends_at) - Date.parse(booked!.starts_at)).toBe(120 * 60_000);
  expect(booked!.price_amount).toBe(6000);
  // Of a length that the service has not, an old address is as if it named none; a form is refused.
  expect((await get(newBooking, owner, `${PATH}${search}&length=100`)).length).toBe("");
  const next = { ...form, key: newId(), time: usual.times.at(-1)!.slot_id, length: "100" };
  expect(refusalOf(await post(newBooking, owner, PATH, next)).result.error).toBeDefined();
  const own = {
    resource_id: court.id,
    duration_minutes: 150,
    price_amount: null,
    weight: 100,
    priority: 0,
  };
  await updateSchedule(owner, schedule.id, { resource_terms: [{ ...own, length_options: null }] });
  expect((await get(newBooking, owner, `${PATH}${search}&resource=${court.id}`)).lengths).toEqual(
    [],
  );
});

test("a booking for anyone goes to whom the service's rule says, and is given to another one with or without an email", async () => {
  const { owner, court, schedule, date } = await makeDesk({ assign: "first_free" });
  const other = await makeResource(owner, { name: "Court 2" });
  await updateSchedule(owner, schedule.id, { resource_ids: [court.id, other.id] });
  const search = `?new=1&q=x&service=${schedule.id}&day=${date}`;
  const state = await get(newBooking, owner, PATH + search);
  expect(state.times[0]).toMatchObject({ more: "" }); // nobody is named
  const form = { ...guest, key: newId(), service: schedule.id, time: state.times[0]!.slot_id };
  expect(flashOf(await post(newBooking, owner, PATH, form)).text).toContain("Court 1");
  const [booked] = (await listBookings(owner, BookingFilter.parse({}))).data;
  const path = pathOf(booked!);
  const view = await get(booking, owner, `${path}?show=move`, booked!.id);
  expect(view.assigned).toBe("First in the list");
  expect(view.move!.same_time).toMatchObject([{ more: "Court 2" }]);
  const give = async (slot_id: string, more: Record<string, string>) => {
    const version = String((await getBooking(owner, booked!.id)).version);
    return flashOf(
      await post(booking, owner, path, { intent: "move", slot_id, version, ...more }, booked!.id),
    ).text;
  };
  expect(await give(view.move!.same_time[0]!.slot_id, {})).toMatch(
    /Court 2\. Anna Jansen gets no email\.$/,
  );
  const moved = await get(booking, owner, `${path}?show=move`, booked!.id);
  expect(moved.assigned).toBeNull();
  expect(moved.move!.same_time).toMatchObject([{ more: "Court 1" }]);
  expect(await give(moved.move!.same_time[0]!.slot_id, { notify: "on" })).toMatch(
    /Court 1\. Anna Jansen gets an email\.$/,
  );
  // Who is named gets it, and over capacity it is the time that was shown.
  const named = { ...form, key: newId(), time: state.times[1]!.slot_id, resource: court.id };
  await post(newBooking, owner, PATH, named);
  const latest = (await listBookings(owner, BookingFilter.parse({}))).data;
  expect(latest.map(({ assigned_because }) => assigned_because)).toEqual([null, null]);
});

test("a time that no slot offers is shown at the price of who gives it, its length and its start", async () => {
  const evening = { days: [1, 2, 3, 4, 5, 6, 7], start: "22:00", end: "23:00", percent: 50 };
  const { owner, court, schedule } = await makeDesk({
    price_amount: 1000,
    peak_prices: [evening],
    length_options: [{ minutes: 120, price_amount: 1800 }],
  });
  await updateSchedule(owner, schedule.id, {
    resource_terms: [{ resource_id: court.id, price_amount: 5500 }] as never,
  });
  const day = new Date(clock.now() + 86_400_000).toISOString().slice(0, 10);
  const shown = async (time: string, minutes: string) => {
    const search = new URLSearchParams({
      new: "1",
      q: "x",
      service: schedule.id,
      resource: court.id,
      time: "custom",
      custom_day: day,
      custom_time: time,
      custom_minutes: minutes,
    });
    return (await get(newBooking, owner, `${PATH}?${search}`)).custom.price;
  };
  expect([await shown("04:00", "60"), await shown("22:30", "60")]).toEqual(["€55.00", "€82.50"]);
  expect(await shown("04:00", "150")).toBe("€18.00");
});

test("a time that repeats shows every date's state, and books the free ones", async () => {
  const { owner } = await makeDesk();
  const search = "?new=1&q=x&repeat=weekly&repeat_count=3";
  const state = await get(newBooking, owner, `${PATH}${search}`);
  expect(state.repeat).toMatchObject({
    repeat: "weekly",
    count: 3,
    if_taken: "skip",
    problem: null,
  });
  expect(state.repeat.dates.map(({ no }) => no)).toEqual([1, 2, 3]);
  expect(state.repeat.dates[0]).toMatchObject({ is_free: true, words: "" });
  const free = state.repeat.dates.filter(({ is_free }) => is_free).length;
  const fields = {
    ...guest,
    key: newId(),
    time: state.times[0]!.slot_id,
    repeat: "weekly",
    repeat_count: "3",
    if_taken: "skip",
  };
  const answer = await post(newBooking, owner, PATH, fields);
  expect(flashOf(answer).text).toContain(`Booked ${free} of 3 dates for Anna Jansen`);
  // The same form again books nothing more.
  await post(newBooking, owner, PATH, fields);
  const { data } = await listBookings(owner, BookingFilter.parse({ sort: "starts_at" }));
  expect(data.map(({ series }) => series?.of)).toEqual(Array<number>(free).fill(3));

  const path = `/dashboard/bookings/${data[0]!.id}`;
  const page = await get(booking, owner, `${path}?show=cancel`, data[0]!.id);
  expect(page.series).toMatchObject({ no: 1, of: 3 });
  expect(page.series!.dates).toHaveLength(3);
  expect(page.cancel_choices.map(({ value }) => value)).toEqual(["following", "all"]);
  const cancelled = await post(
    booking,
    owner,
    path,
    { intent: "cancel", scope: "all", version: String(page.version) },
    data[0]!.id,
  );
  expect(flashOf(cancelled).text).toContain(`Cancelled ${free} date`);
  const after = await listBookings(owner, BookingFilter.parse({}));
  expect(new Set(after.data.map(({ status }) => status))).toEqual(new Set(["cancelled"]));
});

test("several services are booked at a start at which all fit, and cancelled together", async () => {
  const { owner } = await makeDesk();
  const first = await get(newBooking, owner, `${PATH}?new=1&q=x`);
  const service = first.services[0]!.id;
  const typed = { services: "2", service, service_2: service, resource_2: "same" };
  const search = new URLSearchParams({ new: "1", q: "x", repeat: "weekly", ...typed });
  const state = await get(newBooking, owner, `${PATH}?${search}`);
  expect(state.parts).toMatchObject([{ no: 2, service, resource: "same" }]);
  expect(state.repeat.repeat).toBe("");
  expect(state.now).toBeNull();
  const [time] = state.times;
  expect(time!.more).toMatch(/^until /);
  const fields = {
    ...guest,
    ...typed,
    key: newId(),
    time: time!.slot_id,
    expected_amount: String(time!.amount),
  };
  const answer = await post(newBooking, owner, PATH, fields);
  expect(flashOf(answer).text).toMatch(/^Booked .*Anna Jansen.* · /);
  // The same form again books nothing more.
  await post(newBooking, owner, PATH, fields);
  const { data } = await listBookings(owner, BookingFilter.parse({ sort: "starts_at" }));
  expect(data.map(({ visit }) => visit?.no)).toEqual([1, 2]);
  expect(data[1]!.starts_at >= data[0]!.ends_at).toBe(true);

  const path = `/dashboard/bookings/${data[1]!.id}`;
  const page = await get(booking, owner, `${path}?show=cancel`, data[1]!.id);
  expect(page.visit).toMatchObject({ no: 2, of: 2 });
  expect(page.cancel_choices).toEqual([{ value: "all", words: "The visit: 2 services" }]);
  const cancelled = await post(
    booking,
    owner,
    path,
    { intent: "cancel", scope: "all", version: String(page.version) },
    data[1]!.id,
  );
  expect(flashOf(cancelled).text).toContain("Cancelled 2 services");
});

test("a rule that can't be, and a time that isn't free, are refused at their field", async () => {
  const { owner } = await makeDesk();
  const state = await get(
    newBooking,
    owner,
    `${PATH}?new=1&q=x&repeat=daily&repeat_until=2199-01-01`,
  );
  expect(state.repeat.problem).toContain("at most 52 dates");
  const refused = await post(newBooking, owner, PATH, {
    ...guest,
    key: newId(),
    time: "now",
    repeat: "weekly",
  });
  expect(JSON.stringify(refusalOf(refused))).toContain("Only free times can repeat");
});
