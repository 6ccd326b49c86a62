import { whenOf } from "~/domain/bookings/read/booking-time";
import type { GuestBooking } from "~/domain/guest-page/guest-booking";
import { formatMoney } from "~/lib/money";
import { fill, manageTexts } from "~/ui/guest-page/manage-language";
import { type Frame, GuestLayout } from "~/ui/guest-page/guest-layout";
import { When } from "~/ui/guest-page/when";

/** A time whose price or length differs from the booking's. */
export interface MoveOffer {
  slot_id: string;
  starts_at: string;
  minutes: number;
  /** The new price in minor units. */
  amount: number;
  /** Price shown on the page that submitted the move; null if it sent none. */
  shown: number | null;
}

/** Terms of the booking as it is. */
export interface PresentTerms {
  minutes: number;
  currency: string;
  time_zone: string;
}

/** Confirms a move and lists what would change. */
export function MoveQuestion({
  frame,
  booking,
  present,
  offer,
}: {
  frame: Frame;
  booking: GuestBooking;
  present: PresentTerms;
  offer: MoveOffer;
}) {
  const t = manageTexts(frame.locale);
  const starts = new Date(offer.starts_at);
  const ends = new Date(starts.getTime() + offer.minutes * 60_000);
  const reading = { locale: frame.locale, time_zone: present.time_zone };
  const length = (minutes: number) =>
    new Intl.NumberFormat(frame.locale, {
      style: "unit",
      unit: "minute",
      unitDisplay: "long",
    }).format(minutes);
  const price = (amount: number) => formatMoney(amount, present.currency, frame.locale);
  const shown = offer.shown ?? booking.amount;
  return (
    <GuestLayout frame={frame}>
      <h1>{t.move_differs}</h1>
      <p>
        <When text={fill(t.now_booked, { when: booking.when })} />
      </p>
      <p>
        <When text={fill(t.move_to, { when: whenOf(starts, ends, reading) })} />
      </p>
      {offer.minutes !== present.minutes && (
        <p>
          {fill(t.move_length, { length: length(offer.minutes), before: length(present.minutes) })}
        </p>
      )}
      {offer.amount !== shown && (
        <p>{fill(t.move_price, { price: price(offer.amount), before: price(shown) })}</p>
      )}
      <form method="post">
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="version" value={booking.version} />
        <input type="hidden" name="slot_id" value={offer.slot_id} />
        <input type="hidden" name="minutes" value={offer.minutes} />
        <input type="hidden" name="expected_amount" value={offer.amount} />
        <div className="actions">
          <button className="button main" type="submit">
            {t.move_now}
          </button>
          <a className="button" href={`${booking.path}?view=move`}>
            {t.move_title}
          </a>
        </div>
      </form>
    </GuestLayout>
  );
}
