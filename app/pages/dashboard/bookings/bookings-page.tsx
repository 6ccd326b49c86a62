import { useLocation, useNavigation } from "@remix-run/react";
import { t } from "~/i18n/text";
import type { BookingDay } from "~/ui/booking/booking-lines";
import { bookingsPath } from "~/ui/booking/booking-views";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import type { FieldLimits } from "~/ui/form/field-limits";
import type { FormRefusal } from "~/ui/form/form-state";
import { LinkButton } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { ArrangeList } from "./arrange-list";
import type { BookingColumn } from "./booking-columns";
import { BookingFilters } from "./booking-filters";
import type { BookingQuery } from "./booking-query";
import { BookingTable } from "./booking-table";
import { BookingTabs } from "./booking-tabs";
import { type BulkAnswer, BulkAnswerNote, BulkBar } from "./bulk";
import { NoBookings } from "./no-bookings";
import styles from "./bookings-page.module.css";

/** The list as a person sees it: what was asked for, what was found, and what they may do. */
export interface BookingsView extends Omit<BookingQuery, "filter"> {
  limits: Record<string, FieldLimits>;
  /** The views that this person has saved. */
  saved: { name: string; query: string }[];
  columns: BookingColumn[];
  time_zone: string;
  days: BookingDay[];
  /** How many bookings are on this page of the list. */
  count: number;
  next_cursor: string | null;
  resources: { id: string; name: string }[];
  sees_contacts: boolean;
  /** In an order that goes by when each was booked. */
  shows_booked: boolean;
  may_change: boolean;
  /** How many test bookings this person could delete. */
  tests: number;
  /** Where the whole list is as a file; null for those who may not have it. */
  csv: string | null;
}

interface BookingsPageProps extends BookingsView {
  /** What a form of the page was answered. */
  answer: (BulkAnswer & { result?: FormRefusal }) | undefined;
}

/** All bookings: the views, the filters, and the list with what can be done with the ticked ones. */
export function BookingsPage({ answer, ...shown }: BookingsPageProps) {
  const { limits, days, count, next_cursor, problems, resources, time_zone, sees_contacts, shows_booked, ...more } =
    shown;
  const { may_change, csv, tests, saved, columns, ...query } = more;
  const here = useLocation();
  const isLoading = useNavigation().location?.pathname === "/dashboard/bookings";
  return (
    <>
      <PageHeader title={t("Bookings")} aside={t("Time zone: {time_zone}", { time_zone })}>
        {csv !== null && (
          <LinkButton href={csv} download="bookings.csv" icon="download">
            {t("CSV")}
          </LinkButton>
        )}
      </PageHeader>
      <div className={styles.tools}>
        <BookingTabs {...query} saved={saved} />
        <BookingFilters {...query} resources={resources} limits={limits} />
        <ArrangeList {...query} saved={saved} columns={columns} />
      </div>
      {problems.length > 0 && (
        <div className={styles.problems}>
          <Notice tone="bad">{problems.join(" ")}</Notice>
        </div>
      )}
      {answer?.result && (
        <div className={styles.problems}>
          <Notice tone="bad">
            {Object.values(answer.result.error ?? {})
              .flat()
              .join(" ")}
          </Notice>
        </div>
      )}
      {answer && <BulkAnswerNote {...answer} here={here.pathname + here.search} />}
      <section
        aria-label={t("Result")}
        className={styles.list}
        aria-busy={isLoading}
        data-loading={isLoading || undefined}
      >
        {count === 0 ? (
          <NoBookings {...query} />
        ) : (
          <BookingTable
            {...{ days, columns }}
            seesContacts={sees_contacts}
            showsBooked={shows_booked}
            ticks={may_change}
          />
        )}
      </section>
      {may_change && count > 0 && <BulkBar />}
      <footer className={styles.footer}>
        <p role="status" className={styles.count}>
          {count > 0 && t("{value} on this page", { value: count === 1 ? "1 booking" : `${count} bookings` })}
        </p>
        <nav aria-label={t("Pages")} className={styles.pages}>
          {query.given.cursor !== undefined && (
            <LinkButton to={bookingsPath(query)}>{t("Back to the first page")}</LinkButton>
          )}
          {next_cursor !== null && (
            <LinkButton to={bookingsPath(query, { cursor: next_cursor })}>{t("Next")}</LinkButton>
          )}
        </nav>
      </footer>
      {tests > 0 && (
        <Confirm title={t("Delete test bookings")} intent="delete_tests" button={t("Delete test bookings")}>
          <p>
            {t("Deletes the")}{" "}
            {tests === 1 ? "booking" : t("{value} bookings", { value: tests < 1000 ? tests : "1,000 or more" })}{" "}
            {t("that test keys made, and their customers; the times are free again. This can’t be undone.")}
          </p>
        </Confirm>
      )}
    </>
  );
}
