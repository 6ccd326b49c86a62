import { IconLink, LinkButton } from "~/ui/kit/button";
import { Link, useLocation, useNavigation } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
import { bookingsPath } from "~/ui/booking/booking-views";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { PageHeader } from "~/ui/layout/page-header";
import { ColumnsMenu } from "./arrange-list";
import { BookingFilters, type DaysChoice } from "./booking-filters";
import { BookingTable } from "./booking-table";
import { BookingTabs } from "./booking-tabs";
import { type BulkAnswer, BulkAnswerNote } from "./bulk";
import { NoBookings } from "./no-bookings";
import type { BookingsView } from "./load.server";

export type { DaysChoice };

interface BookingsPageProps extends BookingsView {
  /** Response to a form of the page. */
  answer: (BulkAnswer & { result?: FormRefusal }) | undefined;
}

/** All bookings: views, filters, and the list with bulk actions. */
export function BookingsPage({ answer, ...shown }: BookingsPageProps) {
  const { view, given, typed_search, days, count, counts, columns, next_cursor, may_change, csv } =
    shown;
  const query = { view, given };
  const here = useLocation();
  const isLoading = useNavigation().location?.pathname === "/dashboard/bookings";
  return (
    <>
      <PageHeader
        title={t("Bookings")}
        {...(counts && {
          aside: plural(counts.upcoming, "{{count}} upcoming", "{{count}} upcoming"),
        })}
      >
        {csv !== null && (
          <IconLink href={csv} download="bookings.csv" icon="download" label={t("Download CSV")} />
        )}
        <ColumnsMenu columns={columns} />
      </PageHeader>
      <BookingTabs {...query} saved={shown.saved} counts={counts} />
      <BookingFilters
        {...query}
        typed_search={typed_search}
        limits={shown.limits}
        resources={shown.resources}
        services={shown.services}
        asked_days={shown.asked_days}
        days_choices={shown.days_choices}
      />
      <div className="flex flex-col gap-3 not-empty:mb-3">
        {shown.problems.length > 0 && <Notice tone="bad">{shown.problems.join(" ")}</Notice>}
        <Problems refusal={answer?.result} />
        {answer && <BulkAnswerNote {...answer} here={here.pathname + here.search} />}
      </div>
      <section
        aria-label={t("Results")}
        className="group/list"
        aria-busy={isLoading}
        data-loading={isLoading || undefined}
      >
        {shown.earlier !== null && shown.earlier.count > 0 && (
          <Link
            to={bookingsPath(query, { from: shown.earlier.from })}
            className="flex items-center w-fit min-h-9 text-muted text-sm hover:text-text max-md:min-h-11"
            preventScrollReset
          >
            {plural(shown.earlier.count, "{{count}} earlier", "{{count}} earlier")}
          </Link>
        )}
        {count === 0 ? (
          <NoBookings {...query} may_import={shown.may_import} />
        ) : (
          <BookingTable
            days={days}
            columns={columns}
            seesContacts={shown.sees_contacts}
            selects={may_change}
          />
        )}
      </section>
      <footer className="flex flex-wrap gap-x-4 gap-y-2 items-center justify-between min-h-9 my-3 text-muted text-sm">
        <p role="status" className="m-0">
          {count > 0 &&
            plural(count, "{{count}} booking on this page", "{{count}} bookings on this page")}
        </p>
        <p className="m-0">{t("Time zone: {{time_zone}}", { time_zone: shown.time_zone })}</p>
        <nav aria-label={t("Pages")} className="flex gap-2">
          {given.cursor !== undefined && (
            <LinkButton to={bookingsPath(query)}>{t("First page")}</LinkButton>
          )}
          {next_cursor !== null && (
            <LinkButton to={bookingsPath(query, { cursor: next_cursor })}>
              {t("Next page")}
            </LinkButton>
          )}
        </nav>
      </footer>
      {shown.tests > 0 && <DeleteTests count={shown.tests} />}
    </>
  );
}

/** Deletes all test bookings; counting stops at 1000. */
function DeleteTests({ count }: { count: number }) {
  return (
    <Confirm
      title={t("Delete test bookings")}
      intent="delete_tests"
      button={t("Delete test bookings")}
    >
      <p>
        {count < 1000
          ? plural(
              count,
              "Deletes the booking that test keys made, and its customer. Its time becomes free. This can’t be undone.",
              "Deletes the {{count}} bookings that test keys made, and their customers. Their times become free. This can’t be undone.",
            )
          : t(
              "Deletes 1,000 or more bookings that test keys made, and their customers. Their times become free. This can’t be undone.",
            )}
      </p>
    </Confirm>
  );
}
