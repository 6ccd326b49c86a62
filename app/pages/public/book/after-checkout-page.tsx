import { referenceOf } from "~/domain/bookings/read/booking-reference";
import type { AfterCheckoutState } from "./after-checkout";
import { bookingTime } from "~/domain/bookings/read/booking-time";
import { formatMoney } from "~/lib/money";
import { fill, manageTexts } from "~/ui/guest-page/manage-language";
import { Notice } from "~/ui/guest-page/guest-layout";
import { type BookFrame, BookLayout } from "./book-layout";
import { When } from "~/ui/guest-page/when";

/** Booking status after a checkout. Actions reserved for the guest are on their own page. */
export function AfterCheckout({ frame, known }: { frame: BookFrame; known: AfterCheckoutState }) {
  const { booking, zones, again, own } = known;
  const { locale, canonical } = frame;
  const { starts_at, ends_at, status, pending_reason, refund_amount, currency } = booking;
  const { balance_amount, deposit_amount, due_now_amount } = booking;
  const isPartPaid = status === "paid" && deposit_amount !== null && balance_amount > 0;
  const t = manageTexts(locale);
  const at = bookingTime(new Date(starts_at), new Date(ends_at), zones, locale);
  const waits =
    pending_reason === "payment" ||
    pending_reason === "card" ||
    pending_reason === "approval" ||
    pending_reason === "offer";
  const state = status === "pending" && waits ? (`pending_${pending_reason}` as const) : status;
  const is_over = status === "cancelled" || status === "refunded" || status === "expired";
  return (
    <BookLayout frame={frame}>
      {again !== null && <Notice note={{ kind: "good", text: t.checking }} />}
      <h2>{t.title}</h2>
      <p>
        <b>{isPartPaid ? t.deposit_paid : t.status[state]}</b>
      </p>
      {isPartPaid && currency !== null && (
        <p>
          {t.balance_due}: {formatMoney(balance_amount, currency, locale)}
        </p>
      )}
      {is_over && refund_amount > 0 && currency !== null && (
        <p>{fill(t.money_back, { amount: formatMoney(refund_amount, currency, locale) })}</p>
      )}
      <p>
        {[booking.schedule?.name, booking.resource.name].filter(Boolean).join(" · ")}
        <br />
        <When text={at.when} />
        <br />
        <span className="muted">{at.zone}</span>
        {at.other_when !== null && (
          <>
            <br />
            <span className="muted">{at.other_when}</span>
          </>
        )}
      </p>
      <p>
        {t.reference}: <bdi>{referenceOf(booking.reference)}</bdi>
      </p>
      <p>
        {own !== null && (
          <>
            <a href={own}>
              {state === "pending_payment" && currency !== null
                ? fill(t.pay_amount, { amount: formatMoney(due_now_amount, currency, locale) })
                : state === "pending_card"
                  ? t.save_card
                  : t.title}
            </a>
            {" · "}
          </>
        )}
        <a href={`${canonical}?again`}>{t.again}</a>
      </p>
    </BookLayout>
  );
}
