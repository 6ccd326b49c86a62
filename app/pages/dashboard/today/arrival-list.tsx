import { Link } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
import { Rich } from "~/ui/rich";
import { BookingLink } from "~/ui/booking/booking-link";
import type { BookingLine } from "~/ui/booking/booking-lines";
import { Icon } from "~/ui/icon";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { usePulse } from "~/ui/live/use-pulse";
import type { Arrival, Arrivals } from "./arrivals";
import { ArrivalRow } from "./arrival-row";
import styles from "./arrival-list.module.css";

interface ArrivalListProps {
  arrivals: Arrivals;
  /** Ids of the resources in order, for their hues. */
  resources: readonly string[];
  now: string;
  /** URLs with more rows, and with or without past bookings. */
  moreRows: string;
  otherEarlier: string;
  hasMore: boolean;
  coming: readonly BookingLine[];
  date: string;
  mayChange: boolean;
}

/** All guests of a day: past ones collapsed, with a marker for the current time. */
export function ArrivalList({
  arrivals,
  resources,
  now,
  moreRows,
  otherEarlier,
  hasMore,
  coming,
  date,
  mayChange,
}: ArrivalListProps) {
  const { earlier, earlier_count, rows, rows_left, now_before, to_come } = arrivals;
  // Listed on request.
  const isAskedFor = !otherEarlier.includes("earlier=all");
  const list = usePulse<HTMLElement>(
    [...earlier, ...rows].map(({ line, version }) => [line.id, version]),
  );
  const row = (arrival: Arrival) => (
    <ArrivalRow
      key={arrival.line.id}
      arrival={arrival}
      place={resources.indexOf(arrival.resource_id)}
    />
  );
  return (
    <section aria-labelledby="arrivals" ref={list} className={styles.arrivals}>
      <div className={styles.head}>
        <h2 id="arrivals">{t("Arrivals")}</h2>
        {rows.length > 0 && (
          <span>{plural(to_come, "{{count}} to come", "{{count}} to come")}</span>
        )}
      </div>
      {earlier_count > 0 && earlier.length === 0 && (
        <p className={styles.fold}>
          <Link to={otherEarlier} preventScrollReset replace>
            <Icon name="down" size={16} />
            {earlierWords(arrivals)}
          </Link>
        </p>
      )}
      {earlier.length > 0 && (
        <details className={styles.fold} open={isAskedFor || undefined}>
          <summary>
            <Icon name="down" size={16} />
            {earlierWords(arrivals)}
          </summary>
          <ul>{earlier.map(row)}</ul>
        </details>
      )}
      {rows.length > 0 ? (
        <ol>
          {rows.slice(0, now_before ?? 0).map(row)}
          {now_before !== null && now_before <= rows.length && <Now time={now} />}
          {rows.slice(now_before ?? 0).map(row)}
        </ol>
      ) : (
        <div className={styles.nothing}>
          <p>
            {earlier_count > 0 ? t("Nobody else comes today.") : t("No bookings on this day.")}{" "}
            {coming.length === 0 && t("Bookings from your website appear here.")}
          </p>
          {mayChange && <NewBookingLink asked={`day=${date}`}>{t("Add a booking")}</NewBookingLink>}
        </div>
      )}
      {coming.length > 0 && (
        <>
          <h3 className={styles.coming}>{t("Coming up")}</h3>
          <ul>
            {coming.map((line) => (
              <li key={line.id} className={styles.next}>
                <time dateTime={line.starts_at}>
                  {line.day}, {line.from}
                </time>
                <BookingLink id={line.id} className={styles.name}>
                  <bdi>{line.customer.name}</bdi>
                </BookingLink>
                <bdi className={styles.service}>{line.resource}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {rows_left > 0 && (
        <p className={styles.more}>
          <Link to={moreRows} preventScrollReset replace>
            {t("Show more ({{count}} left)", { count: rows_left })}
          </Link>
        </p>
      )}
      {hasMore && rows_left === 0 && (
        <p className={styles.more}>
          <Rich
            text={t("These are the first bookings of the day. <all>See all bookings</all>")}
            parts={{
              all: (inner) => (
                <Link to={`/dashboard/bookings?view=all&from=${date}&to=${date}`}>{inner}</Link>
              ),
            }}
          />
        </p>
      )}
    </section>
  );
}

function earlierWords({ earlier_count, arrived, missed }: Arrivals): string {
  const open = earlier_count - arrived - missed;
  return [
    plural(earlier_count, "{{count}} earlier", "{{count}} earlier"),
    arrived > 0 ? plural(arrived, "{{count}} arrived", "{{count}} arrived") : null,
    missed > 0 ? plural(missed, "{{count}} no-show", "{{count}} no-shows") : null,
    open > 0 ? plural(open, "{{count}} not marked", "{{count}} not marked") : null,
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

const Now = ({ time }: { time: string }) => (
  <li className={styles.now}>
    <span className="hidden-text">{t("Now")}</span> {time}
  </li>
);
