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
  Name,
  Phone,
  SeenVersion,
  text,
  TimeZone,
  Version,
} from "./common";
import { CreatedAt, CustomerId, UpdatedAt } from "./fields";
import { operation, session } from "./operation";

export const Customer = z
  .object({
    id: CustomerId,
    name: z.string().describe("Full name of the customer."),
    email: z.string().nullable().describe("Email address, masked for viewers; null if unknown."),
    phone: z.string().nullable().describe("Phone number, masked for viewers; null if unknown."),
    locale: z
      .string()
      .nullable()
      .describe("Language of the customer's emails as a BCP 47 tag, e.g. en; null if unknown."),
    time_zone: z.string().nullable().describe("IANA time zone of the customer; null if unknown."),
    notes: z
      .string()
      .nullable()
      .describe("Notes for staff, hidden from guests and viewers; null if there are none."),
    meta: z
      .record(z.string(), Json)
      .describe("Your own data, as a JSON object; empty for viewers."),
    livemode: Livemode,
    version: Version,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    erased_at: Instant.nullable().describe(
      "When the customer's personal data was erased, in UTC; null if it wasn't.",
    ),
    merged_into: Id.nullable().describe(
      "ID of the customer this record was merged into; lists omit merged records.",
    ),
  })
  .describe("The record of someone who has booked.");
export type Customer = z.infer<typeof Customer>;
export const CustomerWithBookings = Customer.extend({
  bookings: z
    .object({
      total: z.int().describe("Number of bookings."),
      upcoming: z.int().describe("Number of pending, confirmed or paid bookings that aren't over."),
      by_status: z
        .partialRecord(BookingStatus, z.int())
        .describe("Number of bookings in each status."),
      first_starts_at: Instant.nullable().describe(
        "Start of the first booking, in UTC; null without bookings.",
      ),
      last_starts_at: Instant.nullable().describe(
        "Start of the last booking, in UTC; null without bookings.",
      ),
    })
    .describe("The customer's bookings, counted."),
  merged: z
    .array(
      Customer.pick({ id: true, name: true, email: true, phone: true }).extend({
        merged_at: Instant.describe("When the record was merged, in UTC."),
      }),
    )
    .describe("Records merged into this one; each can be separated again."),
}).describe("A customer with the number of their bookings.");
export type CustomerWithBookings = z.infer<typeof CustomerWithBookings>;

export const CustomerErasure = z
  .object({
    state: z
      .enum(["none", "running", "done"])
      .describe("State of the erasure; `none` if the customer wasn't erased."),
    done: z.int().describe("Number of parts erased."),
    total: z.int().describe("Number of parts to erase."),
    asked_at: Instant.nullable().describe(
      "When the erasure was requested, in UTC; null if it wasn't.",
    ),
    ended_at: Instant.nullable().describe("When the erasure finished, in UTC; null if it hasn't."),
  })
  .describe("Progress of the erasure of a customer.");
export type CustomerErasure = z.infer<typeof CustomerErasure>;
export const ErasedCustomer = Customer.extend({
  erasure: CustomerErasure.describe("Progress of erasing all data beside the record."),
}).describe("An erased customer, with the progress of erasing all other data about them.");
export type ErasedCustomer = z.infer<typeof ErasedCustomer>;

const fields = {
  name: Name.describe("Full name of the customer."),
  email: Email.nullable().describe("Email address of the customer; null for none."),
  phone: Phone.nullable().describe(
    "Phone number with its country code, e.g. +31 6 12345678; null for none.",
  ),
  locale: Locale.nullable().describe(
    "Language of the customer's emails as a BCP 47 tag, e.g. en or pt-BR; null if unknown.",
  ),
  time_zone: TimeZone.nullable().describe("IANA time zone of the customer; null if unknown."),
  notes: text(4000)
    .nullable()
    .describe("Notes for staff, at most 4,000 characters; guests never see them. Null for none."),
  meta: Meta,
};
/** Omitted fields stay unchanged if a customer with that email exists. */
export const NewCustomer = z
  .strictObject({
    ...fields,
    email: Email.nullish().describe(
      "Email address; a known one updates that customer, and none always creates a record.",
    ),
    phone: fields.phone.optional(),
    locale: fields.locale.optional(),
    time_zone: fields.time_zone.optional(),
    notes: fields.notes.optional(),
    meta: Meta.optional(),
  })
  .describe("A customer to create, or to update if the email is known.");
export type NewCustomer = z.output<typeof NewCustomer>;
export const CustomerPatch = z
  .strictObject({ ...fields, version: SeenVersion })
  .partial()
  .describe("Fields of a customer to change.");
export type CustomerPatch = z.output<typeof CustomerPatch>;

export const CustomerField = z
  .enum(["name", "email", "phone", "locale", "time_zone", "notes"])
  .describe("A detail of a customer that a merge can take from the duplicate.");
export type CustomerField = z.infer<typeof CustomerField>;
export const MergeCustomer = z
  .strictObject({
    from_id: Id.describe("ID of the duplicate customer."),
    take: z
      .array(CustomerField)
      .max(6)
      .transform((fields) => [...new Set(fields)])
      .default([])
      .describe("Details to take from the duplicate; all others stay unchanged."),
  })
  .describe("The duplicate to merge into this customer, and what to take from it.");
export type MergeCustomer = z.output<typeof MergeCustomer>;
export const Duplicate = Customer.extend({
  reasons: z
    .array(z.enum(["same_phone", "same_name"]))
    .describe("Why they may be the same person."),
}).describe("A customer who may be the same person.");
export type Duplicate = z.infer<typeof Duplicate>;
export const Duplicates = pageOf(Duplicate).describe(
  "All possible duplicates of a customer, newest first.",
);

export const CustomerFilter = PageQuery.extend({
  livemode: LivemodeFilter,
  search: text(100)
    .pipe(z.string().min(2))
    .optional()
    .describe("Part of a name, an email address or a phone number."),
  meta: MetaFilter.optional(),
  format: z
    .enum(["json", "csv"])
    .default("json")
    .describe("Format of the response; csv is the whole list and needs the role admin."),
});
export type CustomerFilter = z.output<typeof CustomerFilter>;

export const customers = {
  list: operation({
    method: "GET",
    path: "/api/customers",
    caller: session("viewer", { test_key: "test_data" }),
    summary: "List customers, newest first",
    query: CustomerFilter,
    returns: pageOf(Customer),
    errors: ["not_ready"],
  }),
  create: operation({
    method: "POST",
    path: "/api/customers",
    caller: session("staff", { test_key: "test_data" }),
    summary:
      "Create a customer; a known email updates that customer and returns 200. Staff limited to some resources add guests by booking them",
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
    caller: session("viewer", { test_key: "test_data" }),
    summary: "Get a customer with the number of their bookings",
    params: IdParams,
    returns: CustomerWithBookings,
    versioned: true,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/customers/:id",
    caller: session("staff", { test_key: "test_data" }),
    summary: "Update a customer; existing bookings keep the details they were made with",
    params: IdParams,
    body: CustomerPatch,
    returns: Customer,
    errors: ["version_conflict", "already_exists", "invalid_transition"],
    versioned: true,
  }),
  duplicates: operation({
    method: "GET",
    path: "/api/customers/:id/duplicates",
    caller: session("admin", { test_key: "test_data" }),
    summary:
      "List possible duplicates of a customer: same phone number, or same name and a similar email; at most 20",
    params: IdParams,
    returns: Duplicates,
    errors: ["not_ready"],
  }),
  merge: operation({
    method: "POST",
    path: "/api/customers/:id/merge",
    caller: session("admin", { test_key: "test_data" }),
    summary: "Merge a duplicate with its bookings into this customer; can be undone",
    params: IdParams,
    body: MergeCustomer,
    returns: CustomerWithBookings,
    errors: ["invalid_transition"],
  }),
  unmerge: operation({
    method: "POST",
    path: "/api/customers/:id/unmerge",
    caller: session("admin", { test_key: "test_data" }),
    summary:
      "Separate this record, with the bookings it brought, from the customer it was merged into",
    params: IdParams,
    returns: CustomerWithBookings,
    errors: ["invalid_transition"],
  }),
  export: operation({
    method: "GET",
    path: "/api/customers/:id/export",
    caller: session("admin", { test_key: "test_data" }),
    summary: "Export everything stored about a customer as one JSON file",
    params: IdParams,
    errors: ["not_ready", "invalid_transition"],
  }),
  erase: operation({
    method: "POST",
    path: "/api/customers/:id/erase",
    caller: session("admin", { test_key: "test_data" }),
    summary:
      "Erase a customer's personal data: the record at once, everything else in the background; bookings and analytics stay",
    params: IdParams,
    returns: ErasedCustomer,
    status: 202,
    errors: ["invalid_transition"],
  }),
  erasure: operation({
    method: "GET",
    path: "/api/customers/:id/erasure",
    caller: session("admin", { test_key: "test_data" }),
    summary: "Get the progress of a customer's erasure",
    params: IdParams,
    returns: CustomerErasure,
  }),
};
