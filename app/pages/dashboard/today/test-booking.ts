import type { BookingLine } from "~/ui/booking/booking-lines";

/** What is said of a test booking that was just made. */
export const testBookingWords = ({ day, time, resource }: Pick<BookingLine, "day" | "time" | "resource">) =>
  `Test booking: ${day}, ${time}, ${resource}. Nobody is mailed.`;

/** The form that removes it. */
export const removeTestForm = (id: string) => ({
  action: `/dashboard/bookings/${id}`,
  fields: { intent: "remove_test" },
});
