import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { BookingLink } from "~/ui/booking/booking-link";
import { RowAction } from "~/ui/booking/row-actions";
import { Icon } from "~/ui/icon";
import { isolate } from "~/lib/isolate";
import type { Attention, AttentionMessage, AttentionApproval } from "./attention";
import buttons from "~/ui/kit/button.module.css";
import styles from "./today-page.module.css";

/** One thing to look at, with what can be done about it. */
export function AttentionRow({ item, mayChange }: { item: Attention; mayChange: boolean }) {
  return (
    <li data-row>{item.approve === null ? <Message item={item} /> : <Approval item={item} mayDecide={mayChange} />}</li>
  );
}

function Approval({ item: { booking_id, approve }, mayDecide }: { item: AttentionApproval; mayDecide: boolean }) {
  const { line, until } = approve;
  return (
    <>
      <Icon name="clock" />
      <p>
        {t("{name} waits for your approval: {day}, {time}, {resource}.", {
          name: isolate(line.customer.name),
          day: line.day,
          time: line.time,
          resource: isolate(line.resource),
        })}
        {until && <span className={styles.quiet}> {t("Held until {until}.", { until })}</span>}
      </p>
      <div className={styles.actions}>
        {mayDecide && (
          <RowAction of={approve} intent="status" fields={{ status: "confirmed" }}>
            <Icon name="check" size={18} />
            {t("Approve")}
          </RowAction>
        )}
        <BookingLink id={booking_id} className={buttons.button}>
          {t("Open")}
        </BookingLink>
      </div>
    </>
  );
}

function Message({ item: { message, booking_id, to } }: { item: AttentionMessage }) {
  return (
    <>
      <Icon name="warning" />
      <p>{message}</p>
      <div className={styles.actions}>
        {/* One place to deal with it: the booking's page is a part of that. */}
        {booking_id !== null && to === null && (
          <BookingLink id={booking_id} className={buttons.button}>
            {t("Open")}
          </BookingLink>
        )}
        {to !== null && (
          <Link to={to} className={buttons.button} aria-label={t("Open: {message}", { message })}>
            {t("Open")}
          </Link>
        )}
      </div>
    </>
  );
}
