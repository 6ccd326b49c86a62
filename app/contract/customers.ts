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
  merged_into: Id.nullable().describe("the customer this record was merged into; lists leave such records out"),
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
  merged: z
    .array(Customer.pick({ id: true, name: true, email: true, phone: true }).extend({ merged_at: Instant }))
    .describe("the records that were merged into this one; each can be taken out again"),
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

export const CustomerField = z.enum(["name", "email", "phone", "locale", "time_zone", "notes"]);
export type CustomerField = z.infer<typeof CustomerField>;
export const MergeCustomer = z.strictObject({
  from_id: Id.describe("the customer who turned out to be the same person"),
  take: z
    .array(CustomerField)
    .max(6)
    .transform((fields) => [...new Set(fields)])
    .default([])
    .describe("the details to take from the other record; the rest stays as it is here"),
});
export type MergeCustomer = z.output<typeof MergeCustomer>;
export const Duplicate = Customer.extend({
  reasons: z.array(z.enum(["same_phone", "same_name"])).describe("why they may be the same person"),
});
export type Duplicate = z.infer<typeof Duplicate>;
export const Duplicates = z.object({ duplicates: z.array(Duplicate) });

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
  duplicates: operation({
    method: "GET",
    path: "/api/customers/:id/duplicates",
    caller: session("admin"),
    summary: "Customers who may be the same person: the same telephone, or the same name and a like e-mail; at most 20",
    params: IdParams,
    returns: Duplicates,
  }),
  merge: operation({
    method: "POST",
    path: "/api/customers/:id/merge",
    caller: session("admin"),
    summary: "Merge another record of the same person into this customer, with its bookings; can be undone",
    params: IdParams,
    body: MergeCustomer,
    returns: CustomerWithBookings,
    errors: ["invalid_transition"],
  }),
  unmerge: operation({
    method: "POST",
    path: "/api/customers/:id/unmerge",
    caller: session("admin"),
    summary: "Take this record out of the customer it was merged into, with the bookings it brought",
    params: IdParams,
    returns: CustomerWithBookings,
    errors: ["invalid_transition"],
  }),
  export: operation({
    method: "GET",
    path: "/api/customers/:id/export",
    caller: session("admin"),
    summary: "Everything kept about one customer, as one JSON file",
    params: IdParams,
    errors: ["invalid_transition"],
  }),
  erase: operation({
    method: "POST",
    path: "/api/customers/:id/erase",
    caller: session("admin"),
    summary: "Erase who a customer was, everywhere; the bookings and their figures stay",
    params: IdParams,
    returns: Customer,
    errors: ["invalid_transition"],
  }),
};
