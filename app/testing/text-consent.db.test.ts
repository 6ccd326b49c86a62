import { expect, test } from "vitest";
import { BookingPatch } from "~/contract/booking-inputs";
import { MergeCustomer, NewCustomer } from "~/contract/customers";
import { pool } from "~/lib/db.server";
import * as bookingPage from "~/pages/dashboard/bookings/booking/route";
import * as customerPage from "~/pages/dashboard/customers/customer/route";
import { pathOf, post } from "./desk";
import { eraseWhole } from "./erasure";
import { aCustomer, signIn } from "./factory";
import { sentTo } from "./outbox";
import { call } from "./request";
import { aPhone, aTextedBooking, HOUR, sweepTexts, textsOf } from "./texted-booking";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { addCustomer } from "~/domain/customers/add-customer.server";
import { getCustomer } from "~/domain/customers/list-customers.sql.server";
import { mergeCustomer } from "~/domain/customers/merge-customers.server";
import { updateCustomer } from "~/domain/customers/update-customer.server";
import { sendMessage } from "~/domain/email/send-message.server";

// Consent belongs to the number it was given for.

type Texted = Awaited<ReturnType<typeof aTextedBooking>>;

const consentOf = async ({ booking }: Pick<Texted, "booking">) =>
  (
    await pool.query<{ text_consent: { phone: string } | null }>(
      "select text_consent from booking where id = $1",
      [booking.id],
    )
  ).rows[0]!.text_consent;

const guestOf = ({ booking: { customer } }: Texted, phone: string | null) => ({
  name: customer.name,
  email: customer.email,
  phone,
});

/** Every way by which staff change the number: of a booking, or of a customer's record. */
const DOORS: Record<string, (texted: Texted, phone: string | null) => Promise<unknown>> = {
  "an edit": (texted, phone) =>
    editBooking(
      texted.owner,
      texted.booking.id,
      BookingPatch.parse({ customer: guestOf(texted, phone) }),
    ),
  "an edit that moves it": (texted, phone) =>
    editBooking(
      texted.owner,
      texted.booking.id,
      BookingPatch.parse({ slot_id: texted.slots[9]!.id, customer: guestOf(texted, phone) }),
    ),
  "PATCH of the API": async (texted, phone) => {
    const patched = await call(`/api/bookings/${texted.booking.id}`, {
      cookie: await signIn(texted.owner),
      method: "PATCH",
      body: { customer: guestOf(texted, phone) },
    });
    expect(patched.status).toBe(200);
  },
  "the dashboard's form": (texted, phone) => {
    const { name, email } = guestOf(texted, phone);
    const { id, version, party_size } = texted.booking;
    return post(
      bookingPage,
      texted.owner,
      pathOf(texted.booking),
      {
        intent: "edit",
        name,
        email: email!,
        phone: phone ?? "",
        party_size: String(party_size),
        version: String(version),
      },
      id,
    );
  },
  "the customer's record": ({ owner, booking }, phone) =>
    updateCustomer(owner, booking.customer_id, { phone }),
  "the form of the customer's record": async ({ owner, booking }, phone) => {
    const { id, version } = await getCustomer(owner, booking.customer_id);
    return post(
      customerPage,
      owner,
      `/dashboard/customers/${id}`,
      {
        intent: "edit",
        name: "Ada",
        email: booking.customer.email!,
        phone: phone ?? "",
        seen: String(version),
      },
      id,
    );
  },
};

test.each(Object.entries(DOORS))("%s with another number ends consent", async (_, change) => {
  const texted = await aTextedBooking();
  await sweepTexts(texted.starts - 2 * HOUR);
  const other = aPhone();
  await change(texted, other);
  expect(await consentOf(texted)).toBeNull();
  for (const { id } of await textsOf(texted.owner.tenant.id))
    await sendMessage({ tenant_id: texted.owner.tenant.id, message_id: id });
  expect([...(await sentTo(texted.phone)), ...(await sentTo(other))]).toEqual([]);
});

test.each(Object.entries(DOORS))("%s without a number ends consent", async (_, change) => {
  const texted = await aTextedBooking();
  await change(texted, null);
  expect(await consentOf(texted)).toBeNull();
});

test.each(Object.entries(DOORS))("%s with the same number keeps consent", async (_, change) => {
  const texted = await aTextedBooking();
  await change(texted, texted.phone.replace(/(\d{2})$/, " $1"));
  expect(await consentOf(texted)).toMatchObject({ phone: texted.phone });
});

test("creating a known customer with another number ends consent, without a number it stays", async () => {
  const texted = await aTextedBooking();
  const { email } = texted.booking.customer;
  await addCustomer(texted.owner, NewCustomer.parse({ name: "Ada", email }), null);
  expect(await consentOf(texted)).toMatchObject({ phone: texted.phone });
  await addCustomer(texted.owner, NewCustomer.parse({ name: "Ada", email, phone: aPhone() }), null);
  expect(await consentOf(texted)).toBeNull();
});

test.each([
  [[], true],
  [["phone"], false],
] as const)(
  "a merge that takes %j of the other record keeps consent: %s",
  async (take, hasConsent) => {
    const texted = await aTextedBooking();
    const { owner, booking } = texted;
    const other = await addCustomer(
      owner,
      NewCustomer.parse({ ...aCustomer(), phone: aPhone() }),
      null,
    );
    if (!("id" in other)) throw new Error("the address is new");
    const input = MergeCustomer.parse({ from_id: other.id, take });
    await mergeCustomer(owner, booking.customer_id, input);
    expect((await consentOf(texted)) !== null).toBe(hasConsent);
  },
);

test("bookings of the merged record keep their consent with their number", async () => {
  const texted = await aTextedBooking();
  const { owner, booking } = texted;
  const into = await addCustomer(
    owner,
    NewCustomer.parse({ ...aCustomer(), phone: aPhone() }),
    null,
  );
  if (!("id" in into)) throw new Error("the address is new");
  const input = MergeCustomer.parse({ from_id: booking.customer_id, take: ["phone"] });
  await mergeCustomer(owner, into.id, input);
  expect(await consentOf(texted)).toMatchObject({ phone: texted.phone });
});

test("a customer's booking with a number of its own keeps consent when the record's changes", async () => {
  const texted = await aTextedBooking();
  const { owner, booking } = texted;
  await pool.query("update customer set phone = $2 where id = $1", [booking.customer_id, aPhone()]);
  await updateCustomer(owner, booking.customer_id, { phone: aPhone() });
  expect(await consentOf(texted)).toMatchObject({ phone: texted.phone });
});

test("at sending, a number without consent gets nothing, however it came there", async () => {
  const texted = await aTextedBooking();
  const { owner, booking, starts } = texted;
  const other = aPhone();
  const change = (table: string, column: string) =>
    pool.query(`update ${table} set ${column} = $2 where tenant_id = $1`, [owner.tenant.id, other]);
  await sweepTexts(starts - 2 * HOUR);
  await change("booking", "customer_phone");
  await change("message", "recipient");
  const [text] = await textsOf(owner.tenant.id);
  await sendMessage({ tenant_id: owner.tenant.id, message_id: text!.id });
  expect(await sentTo(other)).toEqual([]);
  expect(await textsOf(owner.tenant.id)).toMatchObject([
    { status: "suppressed", error_code: "no_consent" },
  ]);
  await pool.query("delete from text_reminder where booking_id = $1", [booking.id]);
  await sweepTexts(starts - 2 * HOUR);
  expect(await textsOf(owner.tenant.id)).toHaveLength(1);
});

test.each([
  ["an erased customer", false],
  ["a merged customer, erased with the other record", true],
])("the bookings of %s keep neither consent nor number", async (_, isMerged) => {
  const texted = await aTextedBooking();
  const { owner, booking, phone } = texted;
  let erased = booking.customer_id;
  if (isMerged) {
    const into = await addCustomer(owner, NewCustomer.parse(aCustomer()), null);
    if (!("id" in into)) throw new Error("the address is new");
    const input = MergeCustomer.parse({ from_id: erased, take: [] });
    await mergeCustomer(owner, into.id, input);
    erased = into.id;
  }
  expect(await consentOf(texted)).toMatchObject({ phone });
  await eraseWhole(owner, erased);
  const left = await pool.query<{ row: string }>(
    "select to_jsonb(b)::text as row from booking b where id = $1",
    [booking.id],
  );
  expect(left.rows[0]!.row).not.toContain(phone.slice(1));
  expect(await consentOf(texted)).toBeNull();
});
