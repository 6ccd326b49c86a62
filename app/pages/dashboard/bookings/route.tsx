import { Button } from "@mantine/core";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { BookingFilter } from "~/contract/bookings";
import { ResourceFilter } from "~/contract/resources";
import { countTestBookings, deleteTestBookings } from "~/domain/bookings/delete-test-bookings.sql.server";
import { listBookings } from "~/domain/bookings/list-bookings.sql.server";
import { changeInBulk, previewBulkCancel } from "~/domain/bookings/change-in-bulk.server";
import { arrangeList } from "./arrange-list.server";
import { type ArrangeForm, BookingsForm, type BulkForm } from "./bookings-forms";
import { hasRole, seesContacts, type StaffActor, type UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { readPreferences } from "~/domain/users/preferences.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { orBusyPage } from "~/http/or-busy-page.server";
import { isForeign } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { AppError } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import { formatMoney } from "~/lib/money";
import { ArrangeList } from "./arrange-list";
import { columnsOf } from "./booking-columns";
import { BookingFilters } from "./booking-filters";
import { groupByDay } from "~/ui/booking/booking-lines";
import { readBookingQuery } from "./booking-query";
import { BookingTable } from "./booking-table";
import { BookingTabs } from "./booking-tabs";
import { bookingsPath } from "~/ui/booking/booking-views";
import { BulkAnswerNote, BulkBar } from "./bulk";
import { NoBookings } from "./no-bookings";
import { Notice } from "~/ui/feedback/notice";
import { fieldLimits } from "~/ui/form/field-limits";
import { Icon } from "~/ui/icon";
import { withDrawer } from "~/ui/layout/drawer-address";
import { Confirm } from "~/ui/form/confirm";
import { PageHeader } from "~/ui/layout/page-header";
import styles from "./bookings-page.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export { shouldRevalidate } from "~/ui/layout/drawer-address";

export const meta: MetaFunction<typeof loader> = () => [{ title: "Bookings · Booking Service" }];

/** The name of this list in the preferences. */
const LIST = "bookings";

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const calendar = calendarOf(actor);
  const { filter, ...query } = readBookingQuery(new URL(request.url).searchParams, calendar.today);
  const [bookings, resources, { views, columns }, tests] = await Promise.all([
    listFromCursor(actor, filter, query.problems),
    listResources(actor, ResourceFilter.parse({ limit: 100 })),
    readPreferences(actor),
    hasRole(actor, "admin") ? countTestBookings(actor.tenant.id) : 0,
  ]);
  const services = await scheduleNames(
    actor.tenant.id,
    bookings.data.map((booking) => booking.schedule_id),
  );
  return {
    ...query,
    limits: fieldLimits(BookingFilter),
    saved: views.filter(({ page }) => page === LIST).map(({ name, query }) => ({ name, query })),
    columns: columnsOf(columns[LIST]),
    time_zone: calendar.time_zone,
    days: groupByDay(bookings.data, services, calendar, filter.sort.endsWith("starts_at")),
    count: bookings.data.length,
    next_cursor: bookings.page.next_cursor,
    resources: resources.data.map(({ id, name }) => ({ id, name })),
    sees_contacts: seesContacts(actor),
    shows_booked: filter.sort.endsWith("created_at"),
    may_change: hasRole(actor, "staff"),
    tests,
    csv: hasRole(actor, "admin") ? csvPath(filter) : null,
  };
}

/** The whole list of a filter as a file. */
function csvPath({ limit: _limit, cursor: _cursor, include: _include, ...filter }: BookingFilter): string {
  const given = Object.entries({ ...filter, format: "csv" }).filter(([, value]) => value !== undefined);
  const text = (value: (typeof given)[number][1]) => (value instanceof Date ? value.toISOString() : String(value));
  return `/api/bookings?${new URLSearchParams(given.map(([name, value]) => [name, text(value)]))}`;
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const { pathname, search } = new URL(request.url);
  const here = withDrawer({ pathname, search }, null);
  return submit(request, BookingsForm, async (form) => {
    const { intent } = form;
    if (intent === "columns" || intent === "save_view" || intent === "rename_view" || intent === "delete_view")
      return arrange(actor, form, dashboardPath(form.to, here));
    if (intent === "delete_tests") return deleteTests(actor, here);
    return changeTicked(actor, form, here);
  });
}

/** All at once where there are that few; what is left is said. */
async function deleteTests(actor: UserActor, here: string): Promise<Response> {
  if (!hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin can delete test bookings.");
  const { deleted, kept, has_more } = await deleteTestBookings(actor);
  const stay = kept.map(({ reference }) => reference).join(", ");
  return redirectWith(
    here,
    `Deleted ${deleted} test ${deleted === 1 ? "booking" : "bookings"}.${stay === "" ? "" : ` Real money was taken for ${stay}: cancel and refund.`}${has_more ? " There are more: press again." : ""}`,
  );
}

/** How a person sees the list is theirs, whatever their role. */
async function arrange(actor: UserActor, form: ArrangeForm, here: string): Promise<Response> {
  const deleted = await arrangeList(actor, LIST, form);
  if (form.intent === "save_view") return redirectWith(here, `Saved “${isolate(form.name)}” as a view of your own.`);
  if (form.intent === "rename_view") return redirectWith(here, `The view is called “${isolate(form.name)}” now.`);
  if (deleted === null) return redirectWith(here, "The list shows these columns now.");
  const { name, query } = deleted;
  return redirectWith(here, `Deleted the view “${isolate(name)}”.`, {
    action: "/dashboard/bookings",
    fields: { intent: "save_view", name, query },
  });
}

async function changeTicked(actor: UserActor, form: BulkForm, here: string) {
  if (!hasRole(actor, "staff")) throw new AppError("forbidden_role", "Your role does not change bookings.");
  const { locale } = calendarOf(actor);
  const inWords = (sums: { amount: number; currency: string }[]) =>
    sums.map(({ amount, currency }) => formatMoney(amount, currency, locale)).join(" and ");
  if (form.intent === "cancelled" && !form.sure) {
    const { ids, refunds } = await previewBulkCancel(actor, form.id);
    return data({ asks: { ids, left_out: form.id.length - ids.length, back: inWords(refunds) } });
  }
  const { ids, refunds, refused } = await changeInBulk(actor, form);
  const back = refunds.length === 0 ? "" : ` ${inWords(refunds)} goes back.`;
  const words = `${ids.length} done.${back}`;
  if (refused.length === 0) return redirectWith(here, words);
  const whys = refused.map(({ booking, message }) => `${isolate(booking?.customer.name ?? "A booking")}: ${message}`);
  return data({ said: { done: words, refused: whys } });
}

/** A place in the list that an old address holds and this list does not know: the list from its start, and said. */
async function listFromCursor(actor: StaffActor, filter: BookingFilter, problems: string[]) {
  try {
    return await orBusyPage(listBookings(actor, filter));
  } catch (error) {
    if (!isForeign(error) || filter.cursor === undefined) throw error;
    problems.push("That page of the list no longer exists, so you see the first page.");
    return orBusyPage(listBookings(actor, { ...filter, cursor: undefined }));
  }
}

export default function Bookings() {
  const { limits, days, count, next_cursor, problems, resources, time_zone, sees_contacts, shows_booked, ...more } =
    useLoaderData<typeof loader>();
  const { may_change, csv, tests, saved, columns, ...query } = more;
  const answered = useActionData<typeof action>();
  const here = useLocation();
  const isLoading = useNavigation().location?.pathname === "/dashboard/bookings";
  return (
    <>
      <PageHeader title="Bookings" aside={`Time zone: ${time_zone}`}>
        {csv !== null && (
          <Button
            component="a"
            href={csv}
            download="bookings.csv"
            variant="default"
            leftSection={<Icon name="download" size={18} />}
          >
            CSV
          </Button>
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
      {answered && "result" in answered && (
        <div className={styles.problems}>
          <Notice tone="bad">
            {Object.values(answered.result.error ?? {})
              .flat()
              .join(" ")}
          </Notice>
        </div>
      )}
      {answered && !("result" in answered) && <BulkAnswerNote {...answered} here={here.pathname + here.search} />}
      <section aria-label="Result" className={styles.list} aria-busy={isLoading} data-loading={isLoading || undefined}>
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
      {tests > 0 && (
        <Confirm title="Delete test bookings" intent="delete_tests" button="Delete test bookings">
          <p>
            Deletes the {tests === 1 ? "booking" : `${tests < 1000 ? tests : "1,000 or more"} bookings`} that test keys
            made, and their customers; the times are free again. This can&rsquo;t be undone.
          </p>
        </Confirm>
      )}
    </>
  );
}
