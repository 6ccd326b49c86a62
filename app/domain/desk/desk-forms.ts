import { z } from "zod";
import { BookingStatus, DeskCustomer } from "~/contract/bookings";
import { CustomerField } from "~/contract/customers";
import { Id, InstantInput, LocalDate, LocalTime, text } from "~/contract/common";
import { ShownVersion } from "./shown-version";

// What the forms of the dashboard send about a booking. Fields are the contract's; a field that was left empty is not there.

const version = z.int().min(1);
/** The page to go on to, where it is not the booking's own. */
const to = z.string().max(2000).optional();
const notify = z.boolean().default(false).describe("a tick: mail the guest");

export const EditForm = z.object({
  intent: z.literal("edit"),
  ...DeskCustomer.pick({ name: true, email: true, phone: true }).shape,
  party_size: z.int().min(1).max(500),
  notes: text(4000).optional(),
  version,
  to,
});
export type EditForm = z.output<typeof EditForm>;

/** The forms of the booking page, told apart by their button. */
export const BookingForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("status"),
    status: BookingStatus,
    payment_method: z.enum(["offline"]).optional(),
    version,
    to,
  }),
  z.object({
    intent: z.literal("cancel"),
    refund: z.enum(["policy", "full", "none", "amount"]).optional(),
    amount: z.string().max(20).optional(),
    reason: text(1000).optional(),
    notify,
    version,
    to,
  }),
  z.object({
    intent: z.literal("arrived"),
    arrived: z.boolean().default(false).describe("without it: the guest is not here after all"),
    version,
    to,
  }),
  z.object({
    intent: z.literal("refund"),
    payment_id: Id.optional().describe("of which payment; without it the booking's own, the latest first"),
    amount: z.string().max(20).optional(),
    reason: text(500).optional(),
    to,
  }),
  z.object({ intent: z.literal("write_off"), to }),
  z.object({
    intent: z.literal("move"),
    slot_id: Id.optional(),
    resource_id: Id.optional(),
    starts_at: InstantInput.optional(),
    duration_minutes: z.int().min(5).max(1440).optional(),
    reprice: z.boolean().default(false).describe("a tick: the price of the new time instead of the agreed one"),
    notify,
    version,
    to,
  }),
  EditForm,
]);
export type BookingForm = z.output<typeof BookingForm>;

/** What the booking page takes: what becomes of a booking, that a test is to go, that a guest is asked to pay. */
export const BookingPageForm = z.discriminatedUnion("intent", [
  ...BookingForm.options,
  z.object({ intent: z.literal("remove_test"), to }),
  z.object({ intent: z.literal("pay_link"), to }),
]);

/** What is ticked in the list and what is to become of it; a cancellation is asked for twice, the second time `sure`. */
export const BulkForm = z.object({
  id: z.array(Id).min(1, { error: "Tick at least one booking." }).max(100, { error: "Tick at most 100 bookings." }),
  intent: z.enum(["confirmed", "completed", "no_show", "cancelled"]),
  sure: z.boolean().default(false),
  notify,
  to,
});
export type BulkForm = z.output<typeof BulkForm>;

const ViewName = text(60, 1);

/** The forms of the list of bookings: what is ticked, and how a person has arranged the list. */
export const BookingsForm = z.discriminatedUnion("intent", [
  BulkForm,
  z.object({ intent: z.literal("save_view"), name: ViewName, query: text(1000, 1), to }),
  z.object({ intent: z.literal("rename_view"), name: ViewName, was: ViewName, to }),
  z.object({ intent: z.literal("delete_view"), was: ViewName, to }),
  z.object({ intent: z.literal("columns"), column: z.array(text(60, 1)).max(40).default([]), to }),
  z.object({ intent: z.literal("delete_tests") }),
]);
export type BookingsForm = z.output<typeof BookingsForm>;
export type ArrangeForm = Exclude<BookingsForm, BulkForm | { intent: "delete_tests" }>;

/** A booking that is made at the desk: a free time by its button, or a time of its own. */
export const NewBookingForm = z.object({
  own: z.boolean().default(false).describe("the button for a time that no slot offers"),
  ...DeskCustomer.pick({ name: true, email: true, phone: true }).shape,
  customer: Id.optional().describe("a guest who is known; what is typed of them is not used"),
  party_size: z.int().min(1).max(500).default(1),
  service: Id.optional().describe("the schedule whose questions were asked"),
  slot_id: Id.optional(),
  wait_slot_id: Id.optional(),
  own_resource: Id.optional(),
  own_day: LocalDate.optional(),
  own_time: LocalTime.optional(),
  own_minutes: z.int().min(5).max(1440).optional(),
  notes: text(4000).optional(),
  answer: z.record(z.string(), z.string()).optional(),
  silent: z.boolean().default(false).describe("a tick: nobody is mailed"),
  pending: z.boolean().default(false),
  override: z.boolean().default(false),
  key: z.string().min(1).max(100),
  to,
});
export type NewBookingForm = z.output<typeof NewBookingForm>;

/** The forms of a time's page. */
export const SlotForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("status"), status: z.enum(["open", "closed"]), to }),
  z.object({
    intent: z.literal("offer"),
    capacity: z.int().min(1).max(500).optional().describe("as many as the resource has, when absent"),
    price: z.string().max(20).optional(),
    to,
  }),
  z.object({ intent: z.literal("leave"), entry_id: Id, to }),
]);
export type SlotForm = z.output<typeof SlotForm>;

export const CustomerForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("edit"),
    ...DeskCustomer.pick({ name: true, email: true, phone: true }).shape,
    notes: text(4000).optional(),
    seen: ShownVersion,
  }),
  z.object({
    intent: z.literal("merge"),
    from_id: Id,
    pick: z
      .partialRecord(CustomerField, z.enum(["here", "there"]))
      .default({})
      .describe("whose detail is kept"),
  }),
  z.object({ intent: z.literal("unmerge"), from_id: Id, to }),
  z.object({ intent: z.literal("erase"), typed_name: z.string().max(200).default("") }),
]);
export type CustomerForm = z.output<typeof CustomerForm>;
