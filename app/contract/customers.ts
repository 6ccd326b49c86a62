import { z } from "zod";
import { BookingStatus } from "./bookings";
import { Email, Id, IdParams, Instant, Locale, pageOf, PageQuery, Phone, text, TimeZone } from "./common";
import { operation, session } from "./operation";

export const Customer = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable().describe("masked for viewers; null: none is known"),
  phone: z.string().nullable().describe("masked for viewers"),
  locale: z.string().nullable(),
  time_zone: z.string().nullable(),
  notes: z.string().nullable().describe("what staff should know; guests never see it, viewers neither"),
  created_at: Instant,
  updated_at: Instant,
  erased_at: Instant.nullable(),
});
export type Customer = z.infer<typeof Customer>;
export const CustomerWithBookings = Customer.extend({
  bookings: z.object({
    total: z.int(),
    upcoming: z.int().describe("pending, confirmed or paid, and not over"),
    by_status: z.partialRecord(BookingStatus, z.int()),
    first_starts_at: Instant.nullable(),
    last_starts_at: Instant.nullable(),
  }),
});
export type CustomerWithBookings = z.infer<typeof CustomerWithBookings>;

export const CustomerPatch = z
  .strictObject({
    name: text(120, 1),
    email: Email.nullable(),
    phone: Phone.nullable(),
    locale: Locale.nullable(),
    time_zone: TimeZone.nullable(),
    notes: text(4000).nullable(),
  })
  .partial();
export type CustomerPatch = z.output<typeof CustomerPatch>;

export const CustomerFilter = PageQuery.extend({
  search: text(100).pipe(z.string().min(2)).optional().describe("part of a name, an e-mail address or a phone number"),
  format: z.enum(["json", "csv"]).default("json").describe("csv (admin): the whole list, at most 50,000 rows"),
});
export type CustomerFilter = z.output<typeof CustomerFilter>;

export const customers = {
  list: operation({
    method: "GET",
    path: "/api/customers",
    caller: session("viewer"),
    summary: "List customers, the newest first",
    query: CustomerFilter,
    returns: pageOf(Customer),
  }),
  get: operation({
    method: "GET",
    path: "/api/customers/:id",
    caller: session("viewer"),
    summary: "Get a customer, with how many bookings there are",
    params: IdParams,
    returns: CustomerWithBookings,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/customers/:id",
    caller: session("staff"),
    summary: "Correct a customer's details; past bookings keep what was true then",
    params: IdParams,
    body: CustomerPatch,
    returns: Customer,
    errors: ["already_exists", "invalid_transition"],
  }),
  export: operation({
    method: "GET",
    path: "/api/customers/:id/export",
    caller: session("admin"),
    summary: "Everything kept about one customer, as one JSON file",
    params: IdParams,
  }),
  erase: operation({
    method: "POST",
    path: "/api/customers/:id/erase",
    caller: session("admin"),
    summary: "Erase who a customer was, everywhere; the bookings and their figures stay",
    params: IdParams,
    returns: Customer,
  }),
};
