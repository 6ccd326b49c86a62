import { z } from "zod";
import { BookingStatus } from "./bookings";
import {
  Email,
  Id,
  IdParams,
  Instant,
  Json,
  Livemode,
  LivemodeFilter,
  Locale,
  Meta,
  MetaFilter,
  pageOf,
  PageQuery,
  Phone,
  SeenVersion,
  text,
  TimeZone,
  Version,
} from "./common";
import { operation, session } from "./operation";

export const Customer = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable().describe("masked for viewers; null: none is known"),
  phone: z.string().nullable().describe("masked for viewers"),
  locale: z.string().nullable(),
  time_zone: z.string().nullable(),
  notes: z.string().nullable().describe("what staff should know; guests never see it, viewers neither"),
  meta: z.record(z.string(), Json).describe("your own data, kept as it is; viewers get none of it"),
  livemode: Livemode,
  version: Version,
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

export const CustomerErasure = z.object({
  state: z.enum(["none", "running", "done"]).describe("none: this customer was not erased"),
  done: z.int().describe("parts that are done"),
  total: z.int().describe("parts there are"),
  asked_at: Instant.nullable().describe("when it was asked for; null: it was not"),
  ended_at: Instant.nullable().describe("when nothing was left to erase; null: it has not ended"),
});
export type CustomerErasure = z.infer<typeof CustomerErasure>;
export const ErasedCustomer = Customer.extend({
  erasure: CustomerErasure.describe("how far everything beside the record is"),
});
export type ErasedCustomer = z.infer<typeof ErasedCustomer>;

const fields = {
  name: text(120, 1),
  email: Email.nullable(),
  phone: Phone.nullable(),
  locale: Locale.nullable(),
  time_zone: TimeZone.nullable(),
  notes: text(4000).nullable(),
  meta: Meta,
};
/** What is left out stays as it is where the customer is known by their e-mail. */
export const NewCustomer = z.strictObject({
  ...fields,
  email: Email.nullish().describe("of somebody who is known: their record is corrected; none: a record of their own"),
  phone: fields.phone.optional(),
  locale: fields.locale.optional(),
  time_zone: fields.time_zone.optional(),
  notes: fields.notes.optional(),
  meta: Meta.optional(),
});
export type NewCustomer = z.output<typeof NewCustomer>;
export const CustomerPatch = z.strictObject({ ...fields, version: SeenVersion }).partial();
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
  livemode: LivemodeFilter,
  search: text(100).pipe(z.string().min(2)).optional().describe("part of a name, an e-mail address or a phone number"),
  meta: MetaFilter.optional(),
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
    errors: ["not_ready"],
  }),
  create: operation({
    method: "POST",
    path: "/api/customers",
    caller: session("staff"),
    summary:
      "Add a customer; one who is known by the e-mail is corrected and answered with 200, as by a booking. Staff limited to some resources add guests by booking them",
    body: NewCustomer,
    returns: Customer,
    status: 201,
    may_exist: true,
    idempotent: true,
    errors: ["idempotency_mismatch", "idempotency_in_progress"],
  }),
  get: operation({
    method: "GET",
    path: "/api/customers/:id",
    caller: session("viewer"),
    summary: "Get a customer, with how many bookings there are",
    params: IdParams,
    returns: CustomerWithBookings,
    versioned: true,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/customers/:id",
    caller: session("staff"),
    summary: "Correct a customer's details; past bookings keep what was true then",
    params: IdParams,
    body: CustomerPatch,
    returns: Customer,
    errors: ["version_conflict", "already_exists", "invalid_transition"],
    versioned: true,
  }),
  duplicates: operation({
    method: "GET",
    path: "/api/customers/:id/duplicates",
    caller: session("admin"),
    summary: "Customers who may be the same person: the same telephone, or the same name and a like e-mail; at most 20",
    params: IdParams,
    returns: Duplicates,
    errors: ["not_ready"],
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
    errors: ["not_ready", "invalid_transition"],
  }),
  erase: operation({
    method: "POST",
    path: "/api/customers/:id/erase",
    caller: session("admin"),
    summary:
      "Erase who a customer was, everywhere: the record at once, all else in steps that go on after the answer; the bookings and their figures stay",
    params: IdParams,
    returns: ErasedCustomer,
    status: 202,
    errors: ["invalid_transition"],
  }),
  erasure: operation({
    method: "GET",
    path: "/api/customers/:id/erasure",
    caller: session("admin"),
    summary: "How far the erasure of a customer is",
    params: IdParams,
    returns: CustomerErasure,
  }),
};
