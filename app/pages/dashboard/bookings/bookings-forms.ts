import { z } from "zod";
import { Id, text } from "~/contract/common";
import { msg } from "~/i18n/text";
import { notify, ReturnTo } from "~/ui/booking/booking-forms";

/** A bulk action on selected rows; cancelling requires a second, `confirmed` request. */
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

/** Key of this list in the preferences. */
export const BOOKINGS_LIST = "bookings";

const ViewName = text(60, 1);

/** Forms of the bookings list: bulk actions and list settings. */
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
