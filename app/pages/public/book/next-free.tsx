import { startOf } from "~/domain/bookings/read/booking-time";
import { localDateOf } from "~/lib/time";
import { fill, manageTexts } from "~/ui/guest-page/manage-language";
import type { BookFrame } from "./book-layout";
import { addressOf } from "./booking-page-choice";
import type { BookingPageTimes } from "./booking-page-times";

/** The next bookable time on any day. */
export function NextFree({
  frame,
  times,
}: {
  frame: BookFrame;
  times: Pick<BookingPageTimes, "next" | "time_zone">;
}) {
  const { locale, choice } = frame;
  const { next, time_zone } = times;
  if (next === null) return null;
  const date = localDateOf(new Date(next).getTime(), time_zone);
  return (
    <p>
      <a href={`${addressOf(choice, { from: null, date, time: null })}#times`}>
        {fill(manageTexts(locale).next_free, {
          when: startOf(new Date(next), { locale, time_zone }),
        })}
      </a>
    </p>
  );
}
