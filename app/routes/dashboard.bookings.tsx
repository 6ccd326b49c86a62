import { Button } from "@mantine/core";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useNavigation } from "@remix-run/react";
import { BookingFilter } from "~/contract/bookings";
import { ResourceFilter } from "~/contract/resources";
import { listBookings } from "~/domain/bookings/list-bookings.sql.server";
import { seesContacts, type StaffActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { requireActor } from "~/http/page.server";
import { dashboardLocale } from "~/i18n/locales";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { localDateOf } from "~/lib/time";
import { BookingFilters } from "~/ui/bookings/booking-filters";
import { groupByDay } from "~/ui/bookings/booking-lines";
import { readBookingQuery } from "~/ui/bookings/booking-query";
import { BookingTable } from "~/ui/bookings/booking-table";
import { BookingTabs } from "~/ui/bookings/booking-tabs";
import { bookingsPath } from "~/ui/bookings/booking-views";
import { NoBookings } from "~/ui/bookings/no-bookings";
import { Notice } from "~/ui/feedback/notice";
import { fieldLimits } from "~/ui/form/field-limits";
import styles from "~/ui/bookings/bookings-page.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = () => [{ title: "Bookings · Booking Service" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { time_zone, locale } = actor.tenant;
  const calendar = { locale: dashboardLocale(locale), time_zone, today: localDateOf(clock.now(), time_zone) };
  const { filter, ...query } = readBookingQuery(new URL(request.url).searchParams, calendar.today);
  const [bookings, resources] = await Promise.all([
    listFromCursor(actor, filter, query.problems),
    listResources(actor, ResourceFilter.parse({ limit: 100 })),
  ]);
  const services = await scheduleNames(
    actor.tenant.id,
    bookings.data.map((booking) => booking.schedule_id),
  );
  return {
    ...query,
    limits: fieldLimits(BookingFilter),
    time_zone,
    days: groupByDay(bookings.data, services, calendar, filter.sort.endsWith("starts_at")),
    count: bookings.data.length,
    next_cursor: bookings.page.next_cursor,
    resources: resources.data.map(({ id, name }) => ({ id, name })),
    sees_contacts: seesContacts(actor),
    shows_booked: filter.sort.endsWith("created_at"),
  };
}

/** A place in the list that an old address holds and this list does not know: the list from its start, and said. */
async function listFromCursor(actor: StaffActor, filter: BookingFilter, problems: string[]) {
  try {
    return await listBookings(actor, filter);
  } catch (error) {
    if (!(error instanceof AppError) || filter.cursor === undefined) throw error;
    problems.push("That page of the list no longer exists, so you see the first page.");
    return listBookings(actor, { ...filter, cursor: undefined });
  }
}

export default function Bookings() {
  const { limits, days, count, next_cursor, problems, resources, time_zone, sees_contacts, shows_booked, ...query } =
    useLoaderData<typeof loader>();
  const isLoading = useNavigation().location?.pathname === "/dashboard/bookings";
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>Bookings</h1>
        <p className={styles.zone}>Time zone: {time_zone}</p>
      </header>
      <div className={styles.tools}>
        <BookingTabs {...query} />
        <BookingFilters {...query} resources={resources} limits={limits} />
      </div>
      {problems.length > 0 && (
        <div className={styles.problems}>
          <Notice tone="bad">{problems.join(" ")}</Notice>
        </div>
      )}
      <section aria-label="Result" className={styles.list} aria-busy={isLoading} data-loading={isLoading || undefined}>
        {count === 0 ? (
          <NoBookings {...query} />
        ) : (
          <BookingTable days={days} seesContacts={sees_contacts} showsBooked={shows_booked} />
        )}
      </section>
      <footer className={styles.footer}>
        <p role="status" className={styles.count}>
          {count > 0 && `${count === 1 ? "1 booking" : `${count} bookings`} on this page`}
        </p>
        <nav aria-label="Pages" className={styles.pages}>
          {query.given.cursor !== undefined && (
            <Button component={Link} to={bookingsPath(query)} variant="default">
              Back to the first page
            </Button>
          )}
          {next_cursor !== null && (
            <Button component={Link} to={bookingsPath(query, { cursor: next_cursor })} variant="default">
              Next
            </Button>
          )}
        </nav>
      </footer>
    </>
  );
}
