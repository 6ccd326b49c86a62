import { useState } from "react";
import { Hint, Buttons } from "~/ui/kit/form";
import { Button } from "../kit/button";
import { plural, t } from "~/i18n/text";
import { Notice } from "../feedback/notice";
import { BookingActions } from "./booking-actions";
import { CopyButton } from "../form/copy-button";
import { refusalOf } from "../form/page-form";
import { problemsOf, useBookingFetcher } from "./booking-form";
import { BookingCalendars } from "./booking-calendars";
import { BookingAside, BookingDetails, BookingFacts } from "./booking-facts";
import { CancelForm, RefundForm } from "./booking-money-forms";
import type { BookingRefusal, BookingView } from "./booking-view";
import { EditBookingForm } from "./edit-booking-form";
import { MoveDates } from "./move-dates";
import { MoveForm } from "./move-form";
import { FILLED_IN, PanelForm, PanelTitle } from "./panel-form";
import { StatusBadge } from "./status-badge";
import { MainTitle, useDrawer } from "../layout/in-drawer";
import { Rich } from "../rich";

interface BookingPanelProps {
  view: BookingView;
  /** Response to the page's form when submitted without JavaScript. */
  sent?: Partial<BookingRefusal> | undefined;
}

/**
 * A booking with all its actions, used by the page and the drawer. A wide page has guest, money and
 * history in a side column.
 */
export function BookingPanel({ view, sent }: BookingPanelProps) {
  const { line, show } = view;
  const answered = useBookingFetcher(line.id).data ?? sent;
  // The answer whose dates are not to be moved after all.
  const [declined, setDeclined] = useState<unknown>(null);
  const moves = answered === declined ? undefined : answered?.moves;
  const isShownInForm = FILLED_IN.some(
    (intent) => intent === show && refusalOf(answered?.result, intent) !== undefined,
  );
  const problems = isShownInForm ? "" : problemsOf(answered);
  const isPage = useDrawer() === null;
  return (
    <article
      className={
        isPage
          ? "grid gap-x-10 pt-3 2xl:grid-cols-[minmax(0,1fr)_22rem] 2xl:items-start"
          : undefined
      }
      aria-label={t("Booking of {{name}}", { name: line.customer.name })}
    >
      <div className="flex flex-col gap-3 min-w-0 max-w-160">
        <header>
          <div className="flex flex-wrap gap-x-3 gap-y-1 items-center">
            <MainTitle className="m-0 text-[1.25rem] font-semibold leading-[1.75rem] tracking-[-0.01em] wrap-anywhere">
              {line.customer.name}
            </MainTitle>
            <StatusBadge line={line} />
          </div>
          <p className="m-0 text-[0.875rem] leading-[1.25rem] font-medium">
            <Rich
              text={t("{{day}}, <time>{{time}}</time>", { day: view.day, time: line.time })}
              parts={{ time: (inner) => <time dateTime={line.starts_at}>{inner}</time> }}
            />
            {view.near !== null && (
              <span className="text-muted font-normal before:content-['_·_']">{view.near}</span>
            )}
          </p>
          <p className="m-0 text-[0.875rem] leading-[1.25rem] text-muted">
            {[
              line.service,
              line.resource,
              ...line.needs,
              line.party ||
                (line.party_size > 1
                  ? plural(line.party_size, "{{count}} person", "{{count}} people")
                  : null),
              view.zones === null ? null : t("guest’s time: {{time}}", { time: view.zones }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </header>
        {view.may_edit && <BookingActions view={view} />}
        {line.source === "test" && (
          <div className="flex flex-col gap-2 items-start">
            <Notice tone="info">{t("Test booking: no emails, no webhooks.")}</Notice>
            {view.may_edit && (
              <PanelForm view={{ ...view, show: null }} intent="remove_test">
                <Button type="submit">{t("Remove test booking")}</Button>
              </PanelForm>
            )}
          </div>
        )}
        {view.disputes.map((line) => (
          <Notice key={line} tone="bad">
            {line}
          </Notice>
        ))}
        {view.fees.map(({ kind, name, state, is_bad }) => (
          <Notice key={kind} tone={is_bad ? "bad" : "info"}>
            {`${name}: ${state}.`}
          </Notice>
        ))}
        {problems !== "" && <Notice tone="bad">{problems}</Notice>}
        {answered?.override && <MoveAnyway view={view} fields={answered.override} />}
        {show === "move" && moves !== undefined && (
          <MoveDates view={view} moves={moves} onBack={() => setDeclined(answered)} />
        )}
        {show === "move" && moves === undefined && view.move && (
          <MoveForm view={view} move={view.move} alternatives={answered?.alternatives ?? []} />
        )}
        {show === "edit" && view.edit && (
          <EditBookingForm view={view} edit={view.edit} refusal={answered} />
        )}
        {show === "cancel" && view.cancellation && (
          <CancelForm view={view} cancellation={view.cancellation} refusal={answered} />
        )}
        {show === "refund" && view.refund_payments.length > 0 && (
          <RefundForm view={view} refusal={answered} />
        )}
        {show === "pay" && <PayLinkPart view={view} link={view.pay_link} />}
        <BookingCalendars view={view} />
        {isPage ? <BookingDetails view={view} /> : <BookingFacts view={view} />}
      </div>
      {isPage && <BookingAside view={view} />}
    </article>
  );
}

/** Resubmits a rejected move with an override. */
function MoveAnyway({
  view,
  fields: { intent = "move", ...fields },
}: {
  view: BookingView;
  fields: Record<string, string>;
}) {
  return (
    <PanelForm view={view} intent={intent}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">{t("Move anyway")}</Button>
    </PanelForm>
  );
}

/** The guest's payment link, to copy or email. */
function PayLinkPart({ view, link }: { view: BookingView; link: BookingView["pay_link"] }) {
  return (
    <section
      className="flex flex-col gap-3 p-4 border border-line rounded-[0.625rem] bg-bg text-[0.875rem] leading-[1.25rem]"
      aria-label={t("Payment link")}
    >
      <PanelTitle>{t("Payment link")}</PanelTitle>
      {link !== null && view.line.balance.deposit !== null && (
        <Hint>
          {t("Asks for the deposit of {{amount}}.", { amount: view.line.balance.deposit })}
        </Hint>
      )}
      {link === null ? (
        <Hint>{t("This booking can’t be paid online.")}</Hint>
      ) : (
        <Buttons>
          <input
            readOnly
            value={link.url}
            aria-label={t("Payment link")}
            className="flex-[1_1_14rem] min-w-0 min-h-9 py-0 px-3 border border-line rounded-[0.5rem] bg-transparent text-inherit text-ellipsis"
            dir="ltr"
          />
          <CopyButton text={link.url} what={t("payment link")} />
          {link.may_mail && (
            <PanelForm view={{ ...view, show: null }} intent="pay_link">
              <input type="hidden" name="expected_amount" value={view.due_now_amount} />
              <Button type="submit">{t("Email payment link")}</Button>
            </PanelForm>
          )}
        </Buttons>
      )}
    </section>
  );
}
