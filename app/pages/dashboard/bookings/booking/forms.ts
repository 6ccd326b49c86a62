import { z } from "zod";
import { FineClash, ResolveOutside } from "~/contract/calendars";
import { ExpectedBalance } from "~/contract/fields";
import { BookingForm, ReturnTo } from "~/ui/booking/booking-forms";

/** Forms of the booking page: changes, deleting a test, requesting payment. */
export const BookingPageForm = z.discriminatedUnion("intent", [
  ...BookingForm.options,
  z.object({ intent: z.literal("remove_test"), to: ReturnTo }),
  z.object({ intent: z.literal("pay_link"), expected_amount: ExpectedBalance, to: ReturnTo }),
  z.object({ intent: z.literal("outside"), ...ResolveOutside.shape, to: ReturnTo }),
  z.object({ intent: z.literal("fine"), ...FineClash.shape, to: ReturnTo }),
]);
export type BookingPageForm = z.output<typeof BookingPageForm>;
