import { StatusChange } from "~/contract/booking-inputs";
import type { Receipt } from "~/contract/receipts";
import type { GuestBooking } from "~/domain/guest-page/guest-booking";
import type { GuestCancellation, GuestSeries } from "~/domain/guest-page/guest-series";
import type { GuestMoney } from "~/domain/guest-page/guest-money";
import type { GuestTexts } from "~/domain/guest-page/guest-texts";
import { fieldLimits } from "../form/field-limits";
import { EmailLink, type Frame, GuestLayout, type Note, Notice, PhoneLink } from "./guest-layout";
import { fill, manageTexts } from "./manage-language";
import { ReceiptSheet } from "./receipt-sheet";
import { When } from "./when";

const { reason: reasonLimits } = fieldLimits(StatusChange.pick({ reason: true }));

const TONES: Record<string, string> = {
  confirmed: "good",
  paid: "good",
  completed: "good",
  pending: "wait",
  pending_payment: "wait",
  pending_card: "wait",
  pending_processing: "wait",
  pending_approval: "wait",
  pending_offer: "wait",
  no_show: "bad",
};

interface OverviewProps {
  frame: Frame;
  booking: GuestBooking;
  money: GuestMoney;
  receipts: Pick<Receipt, "id" | "number">[];
  texts: GuestTexts | null;
  note: Note | null;
  /** Where a guest continues right after booking. */
  next: string | null;
  /** Where a guest adds the booking to a calendar; null while it is pending or over. */
  calendars: { file: string; web: [name: string, href: string][] } | null;
  /** Where a guest books the same again; null while it is ahead. */
  again: string | null;
  /** The dates of its series; null for a single booking. */
  series: GuestSeries | null;
}

/** The booking and its actions. */
export function Overview({
  frame,
  booking,
  money,
  receipts,
  texts,
  note,
  next,
  calendars,
  again,
  series,
}: OverviewProps) {
  const t = manageTexts(frame.locale);
  // Payments are listed below, so omit "paid" while a balance is due.
  const state =
    booking.state === "paid" && booking.balance.due !== null ? "confirmed" : booking.state;
  return (
    <GuestLayout frame={frame}>
      <Notice note={note} />
      <h1>{t.title}</h1>
      <span className={`badge ${TONES[state] ?? ""}`}>
        {booking.is_part_paid ? t.deposit_paid : t.status[state]}
      </span>
      {series !== null && (
        <p className="muted small">
          {fill(series.is_visit ? t.visit_place : t.series_place, {
            no: String(series.no),
            of: String(series.of),
          })}
        </p>
      )}
      <p className="when">
        <When text={booking.when} />
      </p>
      <p className="muted small">{booking.zone}</p>
      {booking.other_when !== null && <p className="muted small">{booking.other_when}</p>}
      <dl>
        <Detail name={t.what} value={booking.what} />
        <Where locale={frame.locale} booking={booking} />
        {booking.people !== null && <Detail name={t.people} value={booking.people} />}
        {booking.addons !== "" && <Detail name={t.addons} value={booking.addons} />}
        {booking.price && (
          <Detail
            name={t.price}
            value={[
              booking.price,
              booking.deposit_text ??
                (booking.is_due_on_site
                  ? fill(t.pay_on_site, { tenant: frame.tenant?.name ?? "" })
                  : null),
            ]
              .filter(Boolean)
              .join(" · ")}
          />
        )}
        {booking.balance.due && <Detail name={t.balance_due} value={booking.balance.due} />}
        {booking.balance.owed && <Detail name={t.balance_owed} value={booking.balance.owed} />}
        {booking.reason && <Detail name={t.reason_given} value={booking.reason} />}
        {booking.held_until && <Detail name={t.held_until} value={booking.held_until} />}
        <Detail name={t.reference} value={booking.reference} />
      </dl>
      {booking.state === "pending_processing" && <p>{t.processing_note}</p>}
      {booking.has_failed ? (
        <p>{t.payment_failed}</p>
      ) : (
        booking.state === "expired" && <p>{t.expired_note}</p>
      )}
      <Card frame={frame} booking={booking} />
      <Money frame={frame} money={money} />
      <Receipts frame={frame} receipts={receipts} />
      {next !== null && (
        <p>
          <a href={next}>{t.go_on}</a>
        </p>
      )}
      <Actions
        frame={frame}
        booking={{
          ...booking,
          // While the company is checking a payment, don't ask for more.
          may_pay: booking.may_pay && !money.payments.some(({ is_checked }) => is_checked),
        }}
        calendars={calendars}
        mayCancelOthers={series?.may_cancel_others ?? false}
      />
      {series !== null && <SeriesDates frame={frame} series={series} />}
      {texts !== null && <Texts frame={frame} texts={texts} version={booking.version} />}
      {again !== null && (
        <div className="actions">
          <a className={booking.may_pay ? "button" : "button main"} href={again}>
            {t.again}
          </a>
        </div>
      )}
    </GuestLayout>
  );
}

/** The dates of the booking's series, or the services of its visit, each with a link to its page. */
function SeriesDates({
  frame: { locale },
  series: { is_visit, dates },
}: {
  frame: Frame;
  series: GuestSeries;
}) {
  const t = manageTexts(locale);
  return (
    <details className="dates" open={dates.length <= SHOWN_AT_FIRST}>
      <summary>{is_visit ? t.visit_services : t.series_dates}</summary>
      <ol className="plain">
        {dates.map(({ no, what, when, state, is_this, path }) => (
          <li key={no} aria-current={is_this ? "true" : undefined}>
            {what !== null && <span>{what}</span>}
            {path === null ? (
              <span>
                <When text={when} />
              </span>
            ) : (
              <a href={path}>
                <When text={when} />
              </a>
            )}
            <span className="muted small">{t.status[state]}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const SHOWN_AT_FIRST = 12;

/** The card on file with the terms agreed to, and its fees. */
function Card({
  frame: { locale, tenant },
  booking: { card, fees, path, may_save_card },
}: {
  frame: Frame;
  booking: GuestBooking;
}) {
  const t = manageTexts(locale);
  if (card === null) return null;
  const words = {
    paid: t.fee_paid,
    charging: t.fee_charging,
    scheduled: t.fee_scheduled,
    unpaid: t.fee_unpaid,
  };
  return (
    <section aria-labelledby="card">
      <h2 id="card">{t.card}</h2>
      {card.name !== null && (
        <p>
          <bdi dir="ltr">{card.name}</bdi>
        </p>
      )}
      <p className="muted small">{card.terms}</p>
      {may_save_card && <p>{t.card_note}</p>}
      {fees.map(({ kind, name: fee, amount, status, charge_at, refunded }) => (
        <div key={kind} className="mb-4">
          <p>
            {fill(words[status], { fee, amount, when: charge_at ?? "" })}
            {refunded !== null && ` ${fill(t.fee_refunded, { amount: refunded })}`}
          </p>
          <p className="muted small">{fill(t.fee_objection, { tenant: tenant?.name ?? "" })}</p>
          {status === "unpaid" && (
            <div className="actions">
              <a className="button main" href={`${path}/pay?fee=${kind}`}>
                {fill(t.pay_amount, { amount })}
              </a>
            </div>
          )}
        </div>
      ))}
    </section>
  );
}

/** Each payment with its receipt, and each refund with its date and status. */
function Receipts({ frame, receipts }: Pick<OverviewProps, "frame" | "receipts">) {
  if (receipts.length === 0) return null;
  return (
    <>
      <h2>{manageTexts(frame.locale).receipts}</h2>
      <ul className="plain mb-4">
        {receipts.map(({ id, number }) => (
          <li key={id} className="py-1">
            <a href={`?receipt=${id}`}>{number}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

interface GuestReceiptProps {
  frame: Frame;
  receipt: Receipt;
  time_zone: string;
  path: string;
}

/** A receipt of the booking, to print. */
export function GuestReceipt({ frame, receipt, time_zone, path }: GuestReceiptProps) {
  return (
    <GuestLayout frame={frame}>
      <ReceiptSheet receipt={receipt} locale={frame.locale} time_zone={time_zone} heading="h1" />
      <p className="print:hidden">
        <a href={path}>{manageTexts(frame.locale).receipt_back}</a>
      </p>
    </GuestLayout>
  );
}

function Money({ frame, money: { payments, refunds } }: { frame: Frame; money: GuestMoney }) {
  const t = manageTexts(frame.locale);
  const words = {
    on_way: t.refund_on_way,
    owed: t.refund_owed,
    done: t.refund_done,
    failed: t.refund_failed,
  };
  const tenant = frame.tenant?.name ?? "";
  return (
    <>
      {payments.length > 0 && (
        <>
          <h2>{t.payments}</h2>
          <ul className="plain mb-4">
            {payments.map(({ amount, date, receipt_url, is_checked }, index) => (
              <li key={index} className="py-1">
                <span>
                  {fill(is_checked ? t.paid_checked : t.paid_on, { amount, date, tenant })}
                </span>{" "}
                {receipt_url !== null && (
                  <a
                    href={receipt_url}
                    rel="noreferrer"
                    aria-label={`${t.receipt}: ${amount}, ${date}`}
                  >
                    {t.receipt}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {refunds.length > 0 && (
        <>
          <h2>{t.refunds}</h2>
          <ul className="plain mb-4">
            {refunds.map(({ amount, date, state }, index) => (
              <li key={index} className="py-1">
                {fill(words[state], { amount, date, tenant })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Consent to reminders on the phone, which can be given and withdrawn here. */
function Texts({
  frame: { locale },
  texts: { number_end, agreed_at, wording, is_stopped },
  version,
}: {
  frame: Frame;
  texts: GuestTexts;
  version: number;
}) {
  const t = manageTexts(locale);
  return (
    <section aria-labelledby="texts">
      <h2 id="texts">{t.texts}</h2>
      <p>
        {agreed_at === null
          ? fill(t.texts_offer, { end: number_end })
          : fill(t.texts_state, { when: agreed_at, end: number_end })}
      </p>
      {is_stopped && <p>{t.texts_stopped}</p>}
      <form method="post">
        {agreed_at === null && (
          <>
            <p id="consent">{wording}</p>
            <input type="hidden" name="locale" value={locale} />
            <input type="hidden" name="wording" value={wording ?? ""} />
            <input type="hidden" name="version" value={version} />
          </>
        )}
        <div className="actions">
          {agreed_at === null ? (
            <button
              className="button"
              type="submit"
              name="intent"
              value="agree_to_texts"
              aria-describedby="consent"
            >
              {t.texts_agree}
            </button>
          ) : (
            <button className="button" type="submit" name="intent" value="withdraw_from_texts">
              {t.texts_withdraw}
            </button>
          )}
        </div>
      </form>
    </section>
  );
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </>
  );
}

/** The location. The link of a video call is shown only while there may be one to join. */
function Where({
  locale,
  booking: { where, link_follows, is_ahead, state },
}: {
  locale: string;
  booking: GuestBooking;
}) {
  const { where: name, show_map, link_follows: follows } = manageTexts(locale);
  if (where === null) return null;
  const isOpen = is_ahead || state === "confirmed" || state === "paid";
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {where.url !== null && isOpen ? (
          <a href={where.url} rel="noreferrer">
            <bdi>{where.text}</bdi>
          </a>
        ) : (
          <bdi>{where.text}</bdi>
        )}
        {link_follows && isOpen && <p className="small">{follows}</p>}
        {where.map_url !== null && (
          <>
            <br />
            <a href={where.map_url} rel="noreferrer">
              {show_map}
            </a>
          </>
        )}
      </dd>
    </>
  );
}

function Actions({
  frame,
  booking,
  calendars,
  mayCancelOthers,
}: Pick<OverviewProps, "frame" | "booking" | "calendars"> & { mayCancelOthers: boolean }) {
  const t = manageTexts(frame.locale);
  if (!booking.is_ahead && !booking.may_pay) return null;
  return (
    <>
      <div className="actions">
        {booking.may_accept ? (
          <form method="post" className="actions">
            <input type="hidden" name="expected_amount" value={booking.amount} />
            <button className="button main" type="submit" name="intent" value="accept">
              {t.accept_offer}
            </button>
            <button className="button" type="submit" name="intent" value="decline">
              {t.no_thanks}
            </button>
          </form>
        ) : booking.may_save_card ? (
          <a className="button main" href={`${booking.path}/pay`}>
            {t.save_card}
          </a>
        ) : booking.may_pay ? (
          <a className="button main" href={`${booking.path}/pay?amount=${booking.due_amount}`}>
            {fill(t.pay_amount, { amount: booking.due_text })}
          </a>
        ) : (
          calendars && (
            <a className="button main" href={calendars.file}>
              {t.add_to_calendar}
            </a>
          )
        )}
        {booking.may_move && (
          <a className="button" href="?view=move">
            {t.change_time}
          </a>
        )}
        {booking.may_change && (
          <a className="button" href="?view=change">
            {t.change_details}
          </a>
        )}
        {(booking.may_cancel || (mayCancelOthers && booking.is_ahead && !booking.may_accept)) && (
          <a className="button" href="?view=cancel">
            {t.cancel}
          </a>
        )}
      </div>
      {calendars !== null && (
        <nav className="links small" aria-label={t.add_to_calendar}>
          <span>{t.add_to_calendar}:</span>
          {booking.may_pay && <a href={calendars.file}>{t.calendar_file}</a>}
          {calendars.web.map(([name, href]) => (
            <a key={name} href={href} rel="noreferrer">
              {name}
            </a>
          ))}
        </nav>
      )}
      {booking.is_ahead && !booking.may_accept && (
        <p className="muted small">
          {booking.may_cancel
            ? fill(t.cancel_until, { when: booking.cancel_until })
            : t.cancel_closed}
          {!booking.may_move && ` ${t.move_closed}`}
          {!(booking.may_cancel && booking.may_move) && <ContactUs frame={frame} />}
        </p>
      )}
    </>
  );
}

/** Asks the guest to call, or to write to a company without a phone. */
function ContactUs({ frame: { locale, tenant } }: { frame: Frame }) {
  const t = manageTexts(locale);
  if (tenant === null) return null;
  const { phone, email } = tenant;
  if (phone === null && email === null) return null;
  const [before, after = ""] = (phone === null ? t.write_us : t.call_us).split(/\{\{\w+\}\}/);
  return (
    <>
      {` ${before}`}
      {phone === null ? <EmailLink email={email!} /> : <PhoneLink phone={phone} />}
      {after}
    </>
  );
}

/** Confirms a cancellation and shows the exact refund. */
export function CancelQuestion({
  frame,
  booking,
  note,
  series,
}: {
  frame: Frame;
  booking: GuestBooking;
  note: Note | null;
  /** Cancelling other dates too; null for this one alone. */
  series: GuestCancellation | null;
}) {
  const t = manageTexts(frame.locale);
  return (
    <GuestLayout frame={frame}>
      <Notice note={note} />
      <h1>{t.cancel_title}</h1>
      <p>
        {booking.what}
        <br />
        <When text={booking.when} />
      </p>
      {series === null && <p className="refund">{refundLine(frame.locale, booking)}</p>}
      {booking.cancel_fee !== null && (
        <div className="note bad" role="alert">
          {fill(t.cancel_fee, { amount: booking.cancel_fee })}
        </div>
      )}
      <form method="post">
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="refund_amount" value={booking.refund.amount} />
        {series !== null && <WhichDates frame={frame} booking={booking} series={series} />}
        <label className="field" htmlFor="reason">
          {t.reason}
        </label>
        <textarea className="control" id="reason" name="reason" {...reasonLimits} />
        <div className="actions">
          <button className="button danger" type="submit">
            {series === null ? t.cancel_now : t.cancel_chosen}
          </button>
          <a className="button" href={booking.path}>
            {t.keep}
          </a>
        </div>
      </form>
    </GuestLayout>
  );
}

/** The choice of dates to cancel, with the refund of each choice and of each date. */
function WhichDates({
  frame: { locale },
  booking,
  series: { is_visit, choices, dates },
}: {
  frame: Frame;
  booking: GuestBooking;
  series: GuestCancellation;
}) {
  const t = manageTexts(locale);
  const labels = is_visit
    ? { this: t.cancel_service, following: t.cancel_following, all: t.cancel_visit }
    : { this: t.cancel_this, following: t.cancel_following, all: t.cancel_all };
  const refundOf = (refund: string | null) =>
    refund === null ? t.date_no_refund : fill(t.date_refund, { amount: refund });
  return (
    <>
      <fieldset className="grid gap-3.5">
        <legend>{is_visit ? t.cancel_which_services : t.cancel_which}</legend>
        {choices.map(({ scope, count, amount, refund }, index) => (
          <label key={scope} className="tick">
            <input type="radio" name="scope" value={scope} defaultChecked={index === 0} />
            <span>
              {fill(labels[scope], { count: String(count) })}
              <br />
              <span className="muted small">
                {scope === "this" ? refundLine(locale, booking) : refundOf(refund)}
              </span>
            </span>
            <input type="hidden" name={`refund_${scope}`} value={amount} />
          </label>
        ))}
      </fieldset>
      <details className="dates" open={dates.length <= SHOWN_AT_FIRST}>
        <summary>{is_visit ? t.visit_services : t.series_dates}</summary>
        <ol className="plain">
          {dates.map(({ no, what, when, refund, stays }) => (
            <li key={no}>
              {what !== null && <span>{what}</span>}
              <span>
                <When text={when} />
              </span>
              <span className="muted small">{stays ? t.date_stays : refundOf(refund)}</span>
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

function refundLine(locale: string, { refund }: GuestBooking): string {
  const t = manageTexts(locale);
  if (refund.none_because !== null)
    return refund.none_because === "not_paid" ? t.nothing_paid : t.refund_nothing_left;
  const { text: amount, paid, credit } = refund;
  const values = { amount, paid, pct: String(refund.pct), credit: credit ?? "" };
  if (credit !== null) return fill(t.refund_credit, values);
  if (refund.amount === 0) return fill(t.refund_none, values);
  return fill(refund.is_all ? t.refund_all : t.refund_part, values);
}

export function NotFound({ frame }: { frame: Frame }) {
  const t = manageTexts(frame.locale);
  return (
    <GuestLayout frame={frame}>
      <h1>{t.not_found_title}</h1>
      <p className="muted">{t.not_found}</p>
    </GuestLayout>
  );
}
