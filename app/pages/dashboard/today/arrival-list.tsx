import { Link } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
import { Rich } from "~/ui/rich";
import { BookingLink } from "~/ui/booking/booking-link";
import type { BookingLine } from "~/ui/booking/booking-lines";
import { FoldIcon } from "~/ui/kit/fold-icon";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { usePulse } from "~/ui/live/use-pulse";
import type { Arrival, Arrivals } from "./arrivals";
import { ArrivalRow } from "./arrival-row";
import { PartHead } from "./part-head";
import styles from "./today-rows.module.css";

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

const LIST = "m-0 p-0 list-none";
const FOLD_LINE =
  "no-marker flex gap-1.5 items-center min-h-8 border-t border-line text-muted text-sm no-underline cursor-pointer @max-md:min-h-10";
const MORE = "m-0 py-3 border-t border-line text-muted";
const MORE_LINK = "text-accent-text leading-7 @max-md:leading-10";

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
  const isRequested = !otherEarlier.includes("earlier=all");
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
    <section aria-labelledby="arrivals" ref={list} className="min-w-0 text-md">
      <PartHead id="arrivals" title={t("Arrivals")}>
        {rows.length > 0 && plural(to_come, "{{count}} to come", "{{count}} to come")}
      </PartHead>
      {earlier_count > 0 && earlier.length === 0 && (
        <p className="group/fold m-0">
          <Link to={otherEarlier} className={FOLD_LINE} preventScrollReset replace>
            <FoldIcon />
            {earlierWords(arrivals)}
          </Link>
        </p>
      )}
      {earlier.length > 0 && (
        <details className="group/fold" open={isRequested || undefined}>
          <summary className={FOLD_LINE}>
            <FoldIcon />
            {earlierWords(arrivals)}
          </summary>
          <ul className={LIST}>{earlier.map(row)}</ul>
        </details>
      )}
      {rows.length > 0 ? (
        <ol className={LIST}>
          {rows.slice(0, now_before ?? 0).map(row)}
          {now_before !== null && now_before <= rows.length && <Now time={now} />}
          {rows.slice(now_before ?? 0).map(row)}
        </ol>
      ) : (
        <div className="grid gap-1 justify-items-center px-4 py-6 border-t border-line text-muted text-center">
          <p className="m-0">
            {earlier_count > 0 ? t("Nobody else comes today.") : t("No bookings on this day.")}{" "}
            {coming.length === 0 && t("Bookings from your website appear here.")}
          </p>
          {mayChange && (
            <NewBookingLink search={`day=${date}`} className={MORE_LINK}>
              {t("Add a booking")}
            </NewBookingLink>
          )}
        </div>
      )}
      {coming.length > 0 && (
        <>
          <h3 className="m-0 py-2 text-md font-semibold">{t("Coming up")}</h3>
          <ul className={LIST}>
            {coming.map((line) => (
              <li
                key={line.id}
                className="relative grid grid-cols-[10rem_1fr_1fr] gap-x-2 items-center min-h-11 border-t border-line hover:bg-hover @max-md:grid-cols-[1fr_auto] @max-md:py-2.5"
              >
                <time
                  dateTime={line.starts_at}
                  className="@max-md:col-span-full @max-md:text-muted @max-md:text-sm"
                >
                  {line.day}, {line.from}
                </time>
                <BookingLink id={line.id} className={styles.name}>
                  <bdi>{line.customer.name}</bdi>
                </BookingLink>
                <bdi className="truncate text-muted">{line.resource}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {rows_left > 0 && (
        <p className={MORE}>
          <Link to={moreRows} className={MORE_LINK} preventScrollReset replace>
            {t("Show more ({{count}} left)", { count: rows_left })}
          </Link>
        </p>
      )}
      {hasMore && rows_left === 0 && (
        <p className={MORE}>
          <Rich
            text={t("These are the first bookings of the day. <all>See all bookings</all>")}
            parts={{
              all: (inner) => (
                <Link
                  to={`/dashboard/bookings?view=all&from=${date}&to=${date}`}
                  className={MORE_LINK}
                >
                  {inner}
                </Link>
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
  <li className="flex gap-2 items-center h-4 -my-px text-now text-2xs font-semibold after:flex-1 after:border-t-2 after:rounded-[2px] [&+li]:border-t-0">
    <span className="hidden-text">{t("Now")}</span> {time}
  </li>
);
