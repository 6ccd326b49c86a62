import { z } from "zod";
import { Id, text } from "~/contract/common";
import { msg } from "~/i18n/text";
import { notify, ReturnTo } from "~/ui/booking/booking-forms";

/** What is selected in the list and what is to become of it; a cancellation is asked for twice, the second time `confirmed`. */
export const BulkForm = z.object({
  id: z
    .array(Id)
    .min(1, { error: msg("Select at least one booking.") })
    .max(100, { error: msg("Select 100 bookings at most.") }),
  intent: z.enum(["arrived", "confirmed", "completed", "no_show", "cancelled"]),
  confirmed: z.boolean().default(false),
  notify,
  to: ReturnTo,
});
export type BulkForm = z.output<typeof BulkForm>;

/** The name of this list in the preferences. */
export const BOOKINGS_LIST = "bookings";

const ViewName = text(60, 1);

/** The forms of the list of bookings: what is selected, and how a person has arranged the list. */
export const BookingsForm = z.discriminatedUnion("intent", [
  BulkForm,
  z.object({ intent: z.literal("save_view"), name: ViewName, query: text(1000, 1), to: ReturnTo }),
  z.object({ intent: z.literal("rename_view"), name: ViewName, was: ViewName, to: ReturnTo }),
  z.object({ intent: z.literal("delete_view"), was: ViewName, to: ReturnTo }),
  z.object({
    intent: z.literal("columns"),
    column: z.array(text(60, 1)).max(40).default([]),
    to: ReturnTo,
  }),
  z.object({ intent: z.literal("delete_tests") }),
]);
export type BookingsForm = z.output<typeof BookingsForm>;
export type ArrangeForm = Exclude<BookingsForm, BulkForm | { intent: "delete_tests" }>;
