import { expect, test } from "vitest";
import type { Booking } from "~/contract/bookings";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { begin, flashOf, get, makeDesk, pathOf, post, refusalOf } from "~/testing/desk";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import * as bookings from "./bookings/route";
import * as booking from "./bookings/booking/route";
import * as newBooking from "./bookings/new/route";
import * as slot from "./slots/slot/route";

// What the pages of the front desk read and do, called as the browser calls them.

test("a booking's page says in one place why its guest got no email", async () => {
  const { owner, book } = await makeDesk();
  const staff = await makeUser(owner, "staff");
  const open = async ({ id }: { id: string }) =>
    (await get(booking, staff, `/dashboard/bookings/${id}`, id)) as {
      mails: { subject: string; reason: string | null }[];
      no_mail: string | null;
    };
  const { tenant } = owner;
  const booked = await book(10);
  expect((await open(booked)).no_mail).toBeNull();
  const event = await pool.query<{ id: string }>(
    "select id from event where tenant_id = $1 and booking_id = $2 order by sequence desc limit 1",
    [tenant.id, booked.id],
  );
  await pool.query(
    `insert into email_preference (tenant_id, event, recipient, enabled)
     select $1, event, 'customer', false from unnest(array['booking_created', 'booking_confirmed']) event`,
    [tenant.id],
  );
  expect((await open(booked)).no_mail).toBe("This email is switched off, so none was sent.");
  const say = (status: string, error_code: string | null) =>
    pool.query(
      `insert into message (tenant_id, id, kind, channel, audience, recipient, locale, subject, booking_id, event_id, status, error_code)
       values ($1, $2, 'booking_confirmed', 'email', 'customer', 'guest@example.test', 'en', '', $3, $4, $5, $6)
       on conflict (tenant_id, event_id, kind, channel, recipient) where event_id is not null
         do update set status = excluded.status, error_code = excluded.error_code`,
      [tenant.id, newId(), booked.id, event.rows[0]!.id, status, error_code],
    );
  for (const [status, code, reason] of [
    ["queued", null, null],
    ["sent", null, null],
    ["held", "tenant_quota", "Held: sending limit reached · Your daily limit is reached"],
    ["suppressed", "inactive_recipient", "Not sent · Suppressed address"],
    ["suppressed", "outdated", "Not sent · No longer needed"],
    ["bounced", "HardBounce", "Bounced · Address doesn’t exist"],
    ["failed", "unconfirmed", "Failed · unconfirmed"],
  ] as const) {
    await say(status, code);
    const { no_mail, mails } = await open(booked);
    expect([no_mail, mails[0]?.subject]).toEqual([reason, "Booking confirmed"]);
  }
});

test("a booking's page offers what the status and the role allow", async () => {
  const { owner, book } = await makeDesk();
  const booked = await book(10);
  const staff = await makeUser(owner, "staff");
  expect((await get(booking, staff, pathOf(booked), booked.id)).allowed).toEqual([
    "paid",
    "completed",
    "cancelled",
  ]);
  await begin(booked);
  expect((await get(booking, staff, pathOf(booked), booked.id)).allowed).toContain("no_show");
  const asViewer = await get(
    booking,
    await makeUser(owner, "viewer"),
    `${pathOf(booked)}?show=cancel`,
    booked.id,
  );
  expect(asViewer).toMatchObject({
    allowed: [],
    may_edit: false,
    show: null,
    cancellation: null,
    mails: [],
    no_mail: null,
  });
  expect(JSON.stringify(asViewer)).not.toContain("@example.test");
  expect(asViewer.history.map(({ what }) => what)).toContain("Booked");
  const viewer = await makeUser(owner, "viewer");
  await expect(
    post(booking, viewer, pathOf(booked), { intent: "status" }, booked.id),
  ).rejects.toMatchObject({
    status: 403,
  });
});

test("a booking of another company, or of another person's resource, is not there", async () => {
  const { owner, book } = await makeDesk();
  const booked = await book(10);
  await expect(get(booking, await makeTenant(), pathOf(booked), booked.id)).rejects.toMatchObject({
    status: 404,
  });
  const other = await makeResource(owner);
  const limited = await makeUser(owner, "staff", { resource_ids: [other.id] });
  await expect(get(booking, limited, pathOf(booked), booked.id)).rejects.toMatchObject({
    status: 404,
  });
});

test("no-show is one button, and completed takes it back", async () => {
  const { owner, book } = await makeDesk();
  const booked = await book(10);
  await begin(booked);
  const change = (status: string, version: number) =>
    post(
      booking,
      owner,
      pathOf(booked),
      { intent: "status", status, version: String(version) },
      booked.id,
    );
  expect(flashOf(await change("no_show", booked.version)).undo).toBeNull();
  const done = flashOf(await change("completed", booked.version + 1));
  expect(done).toMatchObject({
    text: "Anna Jansen: Completed.",
    undo: { fields: { status: "no_show" } },
  });
  await post(booking, owner, pathOf(booked), done.undo!.fields, booked.id);
  expect((await getBooking(owner, booked.id)).status).toBe("no_show");
});

test("a form goes on to a page of the dashboard alone", async () => {
  const { owner, book } = await makeDesk();
  const booked = await book(10);
  const fields = { intent: "status", status: "completed", version: String(booked.version) };
  for (const [to, location] of [
    ["//evil.example/dashboard", "/dashboard"],
    ["/sign-out", pathOf(booked)],
    ["/dashboard/bookings?view=today", "/dashboard/bookings?view=today"],
  ]) {
    const answer = (await post(
      booking,
      owner,
      pathOf(booked),
      { ...fields, to: to! },
      booked.id,
    )) as Response;
    expect(answer.headers.get("Location")).toBe(location);
    fields.version = String((await getBooking(owner, booked.id)).version);
  }
});

const editFields = ({ customer: { name, email }, party_size, version }: Booking) => ({
  intent: "edit",
  name,
  email: email!,
  party_size: String(party_size),
  version: String(version),
});

test("an edit of an old version shows both values and keeps what was typed", async () => {
  const { owner, book } = await makeDesk();
  const booked = await book(10);
  await editBooking(owner, booked.id, { notes: "By the window" });
  const fields = { ...editFields(booked), notes: "Left-handed" };
  const answer = await post(booking, owner, pathOf(booked), fields, booked.id);
  expect(refusalOf(answer).conflict).toMatchObject({
    typed: { notes: "Left-handed", name: "Anna Jansen" },
    now: { notes: "By the window" },
    version: booked.version + 1,
  });
  const again = { ...fields, version: String(booked.version + 1) };
  expect(
    flashOf(await post(booking, owner, pathOf(booked), again, booked.id)).undo?.fields.notes,
  ).toBe("By the window");
  expect((await getBooking(owner, booked.id)).notes).toBe("Left-handed");
});

test("a wrong address comes back at its field, with everything as it was typed", async () => {
  const { owner, book } = await makeDesk();
  const booked = await book(10);
  const fields = { ...editFields(booked), email: "nobody", notes: "Left-handed" };
  const { result } = refusalOf(await post(booking, owner, pathOf(booked), fields, booked.id));
  expect(result).toMatchObject({
    error: { email: [expect.any(String)] },
    initialValue: { notes: "Left-handed" },
  });
});

test("a booking moves to a time that its page offers, and back again", async () => {
  const { owner, book, date } = await makeDesk();
  const booked = await book(10);
  const { move } = await get(booking, owner, `${pathOf(booked)}?show=move&day=${date}`, booked.id);
  expect(move?.people[0]?.choices.map(({ time }) => time)).toEqual([
    "09:00",
    "11:00",
    "12:00",
    "13:00",
    "14:00",
    "15:00",
    "16:00",
  ]);
  const slot_id = move!.people[0]!.choices[1]!.slot_id;
  const fields = { intent: "move", slot_id, version: String(booked.version) };
  const done = flashOf(await post(booking, owner, pathOf(booked), fields, booked.id));
  expect(done.text).toContain("11:00 – 12:00, Court 1. Anna Jansen gets no email.");
  expect((await getBooking(owner, booked.id)).starts_at).toBe(`${date}T11:00:00Z`);
  await post(booking, owner, pathOf(booked), done.undo!.fields, booked.id);
  expect((await getBooking(owner, booked.id)).starts_at).toBe(`${date}T10:00:00Z`);
});

test("a time that has gone meanwhile is answered with others that are free", async () => {
  const { owner, book, date } = await makeDesk();
  const [booked, taken] = [await book(10), await book(11)];
  const fields = { intent: "move", slot_id: taken.slot_id!, version: String(booked.version) };
  const { alternatives } = refusalOf(await post(booking, owner, pathOf(booked), fields, booked.id));
  expect(alternatives?.length).toBeGreaterThan(0);
  expect((await getBooking(owner, booked.id)).starts_at).toBe(`${date}T10:00:00Z`);
});

test("a move and another party go by the price that was shown", async () => {
  const desk = await makeDesk({ price_amount: 4200 }, 3);
  const { owner, book } = desk;
  const [booked, other] = [await book(10, "Anna Jansen"), await book(11)];
  const send = (fields: Record<string, string>) =>
    post(booking, owner, pathOf(booked), fields, booked.id);
  const now = () => getBooking(owner, booked.id);

  const shown = await get(booking, owner, `${pathOf(booked)}?show=move`, booked.id);
  expect([shown.price_amount, shown.balance_amount]).toEqual([4200, 4200]);
  const move = { intent: "move", slot_id: other.slot_id!, version: String(booked.version) };
  const question = refusalOf(await send({ ...move, expected_amount: "4000" }));
  expect(question.result.error[""]).toEqual([
    "The price changes from €40.00 to €42.00. Move anyway?",
  ]);
  expect(question.override).toMatchObject({ slot_id: other.slot_id, expected_amount: "4200" });
  expect((await now()).version).toBe(booked.version);

  await pool.query("update schedule set price_amount = 5000 where tenant_id = $1", [
    owner.tenant.id,
  ]);
  await pool.query("update slot set price_amount = 5000 where tenant_id = $1", [owner.tenant.id]);
  const repriced = { ...move, reprice: "on", expected_amount: "4200", notify: "on" };
  const dearer = refusalOf(await send(repriced));
  expect(dearer.result.error[""]).toEqual([
    "The price changes from €42.00 to €50.00. Move anyway?",
  ]);
  expect(dearer.override).toMatchObject({ reprice: "on", notify: "on", expected_amount: "5000" });

  const edit = { ...editFields(booked), party_size: "2", notes: "By the window" };
  const party = refusalOf(await send({ ...edit, expected_amount: "8000" }));
  expect(party.result.error[""]).toEqual([
    "The price is now €84.00 instead of €80.00. Save again at the new price?",
  ]);
  expect(party.party_price).toMatchObject({
    typed: { notes: "By the window", party_size: 2 },
    party_size: 2,
    amount: 8400,
  });
  expect((await now()).version).toBe(booked.version);
  await send({ ...edit, expected_amount: "8400" });
  expect(await now()).toMatchObject({ price_amount: 8400, notes: "By the window" });
});

/** A booking of 42.00 that was paid at the desk. */
async function makePaid() {
  const desk = await makeDesk({ price_amount: 4200 });
  const booked = await desk.book(10);
  const fields = {
    intent: "status",
    status: "paid",
    payment_method: "offline",
    version: String(booked.version),
  };
  await post(booking, desk.owner, pathOf(booked), fields, booked.id);
  return { ...desk, booked: await getBooking(desk.owner, booked.id) };
}

test("a refund is the admin's: staff see no button and are refused", async () => {
  const { owner, booked } = await makePaid();
  const staff = await makeUser(owner, "staff");
  const read = (actor: UserActor) =>
    get(booking, actor, `${pathOf(booked)}?show=cancel`, booked.id);
  expect(await read(staff)).toMatchObject({ refundable: null, may_refund: false });
  expect(await read(owner)).toMatchObject({ may_refund: true });
  expect((await read(owner)).refundable).toMatchObject({
    amount: 4200,
    words: "€42.00",
  });
  const refund = (actor: UserActor, amount: string) =>
    post(
      booking,
      actor,
      pathOf(booked),
      { intent: "refund", amount, version: String(booked.version) },
      booked.id,
    );
  expect(refusalOf(await refund(staff, "21")).result.error).toBeTruthy();
  expect(refusalOf(await refund(owner, "43")).result.error.amount).toBeTruthy();
  expect(flashOf(await refund(owner, "21")).text).toBe(
    "Hand back €21.00 to Anna Jansen, then confirm it in the booking.",
  );
  expect((await read(owner)).refundable?.amount).toBe(2100);
});

test("a refund is of the payment that was chosen: a second one goes back by itself", async () => {
  const { owner, booked } = await makePaid();
  const second = newId();
  await pool.query(
    `insert into payment (tenant_id, id, booking_id, provider, status, amount, currency, captured_at, is_surplus, attention)
     values ($1, $2, $3, 'payprovider', 'paid', 2500, 'EUR', '2026-11-01T10:00:00Z', true, 'refund_failed')`,
    [owner.tenant.id, second, booked.id],
  );
  const page = await get(booking, owner, `${pathOf(booked)}?show=refund`, booked.id);
  expect(page.refund_payments).toMatchObject([
    {
      id: second,
      words: "€25.00",
      is_surplus: true,
      label: expect.stringContaining("refund failed"),
    },
    { words: "€42.00", is_surplus: false },
  ]);
  const own = page.refund_payments[1]!.id;
  const view = await get(booking, owner, `${pathOf(booked)}?show=refund&payment=${own}`, booked.id);
  expect(view.refund_payments.map(({ id }) => id)).toEqual([own, second]);
  const fields = { intent: "refund", payment_id: second };
  expect(flashOf(await post(booking, owner, pathOf(booked), fields, booked.id)).text).toContain(
    "€25.00",
  );
  const after = await get(booking, owner, `${pathOf(booked)}?show=refund`, booked.id);
  expect(after.refund_payments.map(({ id }) => id)).toEqual([own]);
  const cancel = await get(booking, owner, `${pathOf(booked)}?show=cancel`, booked.id);
  expect(cancel.refundable?.amount).toBe(4200);
});

test("a cancellation says what goes back to the cent, and gives back what was chosen", async () => {
  const { owner, booked } = await makePaid();
  const shown = await get(booking, owner, `${pathOf(booked)}?show=cancel`, booked.id);
  expect(shown.cancellation).toMatchObject({ amount: expect.any(Number) });
  const fields = {
    intent: "cancel",
    refund: "amount",
    amount: "10,50",
    version: String(booked.version),
    reason: "Ill",
  };
  const done = flashOf(await post(booking, owner, pathOf(booked), fields, booked.id));
  expect(done).toMatchObject({
    text: "Cancelled Anna Jansen. Hand back €10.50. Anna Jansen gets no email.",
    undo: null,
  });
  expect(await getBooking(owner, booked.id)).toMatchObject({
    status: "cancelled",
    cancel_reason: "Ill",
  });
});

test("half a name finds the known guest, with their last service and the first free times", async () => {
  const { owner, book, court, schedule } = await makeDesk();
  const booked = await book(10, "Anna El Amrani");
  await makeSchedule(owner, [court.id], { name: "Padel", duration_minutes: 30 });
  const NEW = "/dashboard/bookings/new";
  const answer = await get(newBooking, owner, `${NEW}?q=el+amr&pick=1`).catch(
    (thrown: unknown) => thrown,
  );
  const location = (answer as Response).headers.get("Location")!;
  expect(location).toBe(`${NEW}?q=el+amr&customer=${booked.customer_id}`);
  const state = await get(newBooking, owner, location);
  expect(state).toMatchObject({
    guest: { kind: "known", name: "Anna El Amrani" },
    service: schedule.id,
    party: 1,
  });
  expect(new Set(state.times.map(({ day }) => day)).size).toBe(3);
  expect(state.time).toBe(state.times[0]!.slot_id);
  const nobody = await get(newBooking, owner, `${NEW}?q=Piet&pick=1`).catch(
    (thrown: unknown) => thrown,
  );
  expect((nobody as Response).headers.get("Location")).toBe(`${NEW}?q=Piet&new=1`);
  expect((await get(newBooking, owner, `${NEW}?q=Piet&new=1`)).guest).toMatchObject({
    kind: "new",
    name: "Piet",
  });
});

test("the same form sent twice books once; another time from the same form is another booking", async () => {
  const { owner, date } = await makeDesk();
  const NEW = "/dashboard/bookings/new";
  const { times, key } = await get(newBooking, owner, `${NEW}?q=Piet&new=1&day=${date}`);
  const send = (time: string) =>
    post(newBooking, owner, NEW, {
      name: "Piet",
      email: "piet@example.test",
      time,
      key,
      silent: "on",
    }) as Promise<Response>;
  const [first, second] = [await send(times[0]!.slot_id), await send(times[0]!.slot_id)];
  expect(first.headers.get("Location")).toMatch(/^\/dashboard\/bookings\/[0-9a-f-]{36}$/);
  expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
  expect((await send(times[1]!.slot_id)).headers.get("Location")).not.toBe(
    first.headers.get("Location"),
  );
  const taken = { name: "Jan", email: "jan@example.test", time: times[0]!.slot_id, key };
  expect(refusalOf(await post(newBooking, owner, NEW, taken)).alternatives?.length).toBeGreaterThan(
    0,
  );
});

test("over another page the guest is found and booked, and that page is shown again", async () => {
  const { owner, book } = await makeDesk();
  const { customer_id } = await book(10, "Anna El Amrani");
  const NEW = "/dashboard/bookings/new";
  const over = encodeURIComponent("/dashboard/calendar?view=week");
  const answer = await get(newBooking, owner, `${NEW}?q=el+amr&pick=1&to=${over}`).catch(
    (thrown: unknown) => thrown,
  );
  const address = new URL((answer as Response).headers.get("Location")!, "http://dashboard");
  expect(address.pathname + address.search).toMatch(/^\/dashboard\/calendar\?view=week&new=/);
  const state = await get(newBooking, owner, `${NEW}?${address.searchParams.get("new")}`);
  expect(state.guest).toMatchObject({ kind: "known", id: customer_id });
  const fields = {
    name: "Anna El Amrani",
    customer: customer_id,
    time: state.times[0]!.slot_id,
    key: state.key,
  };
  const sent = (await post(newBooking, owner, NEW, {
    ...fields,
    to: "/dashboard/calendar?view=week",
  })) as Response;
  expect(sent.headers.get("Location")).toBe("/dashboard/calendar?view=week");
});

test("a custom time is booked in the company's zone", async () => {
  const { owner, court, date } = await makeDesk();
  const time = { time: "custom", custom_day: date, custom_time: "19:30", custom_minutes: "45" };
  const fields = {
    name: "Piet",
    email: "piet@example.test",
    key: newId(),
    custom_resource: court.id,
    ...time,
  };
  const answer = (await post(newBooking, owner, "/dashboard/bookings/new", fields)) as Response;
  const id = answer.headers.get("Location")!.split("/").at(-1)!;
  expect(await getBooking(owner, id)).toMatchObject({
    starts_at: `${date}T19:30:00Z`,
    ends_at: `${date}T20:15:00Z`,
  });
});

test("several are cancelled after the sum was said, and one that is refused stops no other", async () => {
  const { owner, booked, book } = await makePaid();
  const other = await book(12, "Bea");
  const LIST = "/dashboard/bookings";
  const ids = [booked.id, other.id];
  const confirmation = (await post(bookings, owner, LIST, { intent: "cancelled", id: ids })) as {
    data: object;
  };
  expect(confirmation.data).toMatchObject({ asks: { ids, left_out: 0 } });
  expect((await getBooking(owner, other.id)).status).toBe("confirmed");
  const done = await post(bookings, owner, LIST, {
    intent: "cancelled",
    confirmed: "on",
    id: [other.id],
  });
  expect(flashOf(done).text).toBe("Cancelled 1 booking.");
  const partly = (await post(bookings, owner, LIST, { intent: "completed", id: ids })) as {
    data: { summary: object };
  };
  expect(partly.data.summary).toMatchObject({
    done: "Completed 1 booking.",
    refused: [expect.stringMatching(/^Bea: /)],
  });
  expect((await getBooking(owner, booked.id)).status).toBe("completed");
});

test("a class shows who comes and who waits, and can be closed", async () => {
  const { owner, book } = await makeDesk({}, 2);
  const [anna] = [await book(10, "Anna"), await book(10, "Bea"), await book(11, "Carl")];
  const path = `/dashboard/slots/${anna!.slot_id}`;
  const wait = {
    name: "Dirk",
    email: "dirk@example.test",
    key: newId(),
    wait_slot_id: anna!.slot_id!,
  };
  expect(flashOf(await post(newBooking, owner, "/dashboard/bookings/new", wait)).text).toContain(
    "number 1",
  );
  const shown = await get(slot, owner, path, anna!.slot_id!);
  expect(shown.guests.map(({ line }) => line.customer.name).sort()).toEqual(["Anna", "Bea"]);
  expect(shown).toMatchObject({
    taken: 2,
    capacity: 2,
    title: "Tennis",
    waiting: [{ name: "Dirk", is_offered: false }],
  });
  await post(
    slot,
    owner,
    path,
    { intent: "leave", entry_id: shown.waiting[0]!.id },
    anna!.slot_id!,
  );
  await post(slot, owner, path, { intent: "status", status: "closed" }, anna!.slot_id!);
  expect(await get(slot, owner, path, anna!.slot_id!)).toMatchObject({
    waiting: [],
    is_closed: true,
  });
  await expect(get(slot, await makeTenant(), path, anna!.slot_id!)).rejects.toMatchObject({
    status: 404,
  });
});
