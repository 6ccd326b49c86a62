import { t } from "~/i18n/text";
import { Notice } from "../feedback/notice";
import { Button } from "../kit/button";
import { BookingActions } from "./booking-actions";
import { CopyButton } from "../form/copy-button";
import { problemsOf, useBookingFetcher } from "./booking-form";
import { BookingFacts } from "./booking-facts";
import { CancelForm, RefundForm } from "./booking-money-forms";
import type { BookingRefusal, BookingView } from "./booking-view";
import { EditBookingForm } from "./edit-booking-form";
import { MoveForm } from "./move-form";
import { PanelForm, PanelTitle } from "./panel-form";
import { StatusBadge } from "./status-badge";
import { MainTitle } from "../layout/in-drawer";
import styles from "./booking-panel.module.css";

interface BookingPanelProps {
  view: BookingView;
  /** What the form of the page itself was answered, where it was sent without JavaScript. */
  sent?: Partial<BookingRefusal> | undefined;
}

/** One booking with everything that can be done with it: the page's content, and the drawer's. */
export function BookingPanel({ view, sent }: BookingPanelProps) {
  const { line, show } = view;
  const answered = useBookingFetcher(line.id).data ?? sent;
  const problems = problemsOf(answered);
  return (
    <article className={styles.panel} aria-label={t("Booking of {name}", { name: line.customer.name })}>
      <header className={styles.head}>
        <MainTitle className={styles.name}>{line.customer.name}</MainTitle>
        <StatusBadge line={line} />
      </header>
      <p className={styles.when}>
        <span className={styles.day}>{view.day}</span>
        <time dateTime={line.starts_at} className={styles.time}>
          {line.time}
        </time>
        {view.zones !== null && (
          <span className={styles.zones}>{t("Guest’s time: {zones}", { zones: view.zones })}</span>
        )}
      </p>
      <p className={styles.what}>
        {[line.service, line.resource, line.party_size > 1 ? `${line.party_size} people` : null]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {view.may_edit && <BookingActions view={view} />}
      {line.source === "test" && (
        <div className={styles.test}>
          <Notice tone="info">{t("A test booking: nobody is mailed about it, and no webhook is sent.")}</Notice>
          {view.may_edit && (
            <PanelForm view={{ ...view, show: null }} intent="remove_test">
              <Button type="submit">{t("Remove the test booking")}</Button>
            </PanelForm>
          )}
        </div>
      )}
      {view.disputes.map((line) => (
        <Notice key={line} tone="bad">
          {line}
        </Notice>
      ))}
      {view.pay_link && <PayLinkPart view={view} link={view.pay_link} />}
      {problems !== "" && <Notice tone="bad">{problems}</Notice>}
      {show === "move" && view.move && (
        <MoveForm view={view} move={view.move} alternatives={answered?.alternatives ?? []} />
      )}
      {show === "edit" && <EditBookingForm view={view} refusal={answered} />}
      {show === "cancel" && view.cancellation && (
        <CancelForm view={view} cancellation={view.cancellation} refusal={answered} />
      )}
      {show === "refund" && view.refund_payments.length > 0 && <RefundForm view={view} refusal={answered} />}
      <BookingFacts view={view} />
    </article>
  );
}

/** The link by which the guest pays: to copy, or to mail. */
function PayLinkPart({ view, link }: { view: BookingView; link: NonNullable<BookingView["pay_link"]> }) {
  return (
    <section className={styles.pay} aria-label={t("Payment link")}>
      <PanelTitle>{t("Payment link")}</PanelTitle>
      <div className={styles.link}>
        <input readOnly value={link.url} aria-label={t("Payment link")} className={styles.address} dir="ltr" />
        <CopyButton text={link.url} what={t("payment link")} />
        {link.may_mail && (
          <PanelForm view={{ ...view, show: null }} intent="pay_link">
            <Button type="submit">{t("Email payment link")}</Button>
          </PanelForm>
        )}
      </div>
    </section>
  );
}
