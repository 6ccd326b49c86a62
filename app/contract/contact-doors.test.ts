import { describe, expect, test } from "vitest";
import { NewTenant, SendCode, VerifyCode } from "./auth";
import { BookingPatch, NewBooking, NewWidgetBooking } from "./booking-inputs";
import { NewBookingLink } from "./booking-links";
import { CustomerPatch, NewCustomer } from "./customers";
import { TenantPatch } from "./tenant";
import { NewUser, UserPatch } from "./users";
import { StartVerification } from "./verification";
import { NewWaitlistEntry, NewWidgetWaitlistEntry } from "./waitlist";

// Every operation that accepts a name, address or number applies the same rules to typed and pasted
// text.

interface Person {
  name: string;
  email: string;
  phone: string;
}
interface Door {
  safeParse(body: unknown): { success: boolean; data?: unknown };
}
const id = "019aa0c4-6c00-7000-8000-000000000001";
const visit = (customer: Person) => ({ slot_id: id, customer });
const DOORS: [string, Door, (person: Person) => unknown][] = [
  ["POST /api/bookings", NewBooking, visit],
  ["PATCH /api/bookings/:id", BookingPatch, (customer) => ({ customer })],
  ["POST /api/widget/booking", NewWidgetBooking, visit],
  ["POST /api/waitlist", NewWaitlistEntry, visit],
  ["POST /api/widget/waitlist", NewWidgetWaitlistEntry, visit],
  ["POST /api/customers", NewCustomer, (person) => person],
  ["PATCH /api/customers/:id", CustomerPatch, ({ name, phone }) => ({ name, phone })],
  ["POST /api/booking-links", NewBookingLink, (customer) => ({ schedule_id: id, customer })],
  ["POST /api/users", NewUser, ({ name, email }) => ({ name, email, role: "staff" })],
  ["PATCH /api/users/:id", UserPatch, ({ name }) => ({ name })],
  [
    "POST /api/auth/create-tenant",
    NewTenant,
    ({ name, email, phone }) => ({
      name,
      owner_name: name,
      email,
      phone,
      time_zone: "Europe/Amsterdam",
      currency: "EUR",
    }),
  ],
  ["PATCH /api/tenant", TenantPatch, (person) => person],
  ["POST /api/auth/send-code", SendCode, ({ email }) => ({ email })],
  ["POST /api/auth/verify-code", VerifyCode, ({ email }) => ({ email, code: "１２３ ٤٥٦" })],
  [
    "POST /api/widget/verify by email",
    StartVerification,
    ({ email }) => ({ channel: "email", destination: email }),
  ],
  [
    "POST /api/widget/verify by SMS",
    StartVerification,
    ({ phone }) => ({ channel: "sms", destination: phone }),
  ],
];
const ANNA = { name: "Núñez-O’Brien 王", email: "anna@example.com", phone: "+31612345678" };

describe.each(DOORS)("%s", (_, door, bodyOf) => {
  const taken = (person: Partial<Person>) => door.safeParse(bodyOf({ ...ANNA, ...person }));
  const plain = taken({});

  test("accepts a person", () => expect(plain.success).toBe(true));

  test.each([
    "\u202a+31 6 12345678\u202c",
    "+31\u00a06\u00a012345678",
    "+31 6\u201112345678",
    "\uff0b\uff13\uff11\uff16\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18",
    "+\u0663\u0661\u0666\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668",
  ])("reads the number %j", (phone) => expect(taken({ phone })).toEqual(plain));

  test("normalizes invisible marks and international domains", () => {
    expect(taken({ email: "anna@example.com\u200b" })).toEqual(plain);
    const ascii = taken({ email: "anna@xn--mnchen-3ya.example" });
    expect(taken({ email: "anna@m\u00fcnchen.example" })).toEqual(ascii);
  });

  test("refuses invalid names and drops surrounding marks", () => {
    const takesName = JSON.stringify(bodyOf(ANNA)).includes(ANNA.name);
    for (const name of ["Win €500 at https://evil.example/x", "\u200b\u200b", "a\nb"])
      expect(taken({ name }).success, name).toBe(!takesName);
    expect(taken({ name: `\u202e${ANNA.name}` })).toEqual(plain);
  });
});
