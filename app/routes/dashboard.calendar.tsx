import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BookingPatch } from "~/contract/bookings";
import { Id } from "~/contract/common";
import type { AvailableSlot } from "~/contract/slots";
import { editBooking } from "~/domain/bookings/edit-booking.server";
import { readCalendar, readCalendarMonth } from "~/domain/calendar/read-calendar.sql.server";
import { hasRole, type StaffActor } from "~/domain/identity/actor";
import { requireActor, submit } from "~/http/page.server";
import { dashboardLocale } from "~/i18n/locales";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { addDays, localDateOf, startOfDay } from "~/lib/time";
import { AgendaView } from "~/ui/calendar/agenda-view";
import { agendaOf } from "~/ui/calendar/agenda-model";
import { axisDays, daysOfView, firstOfView } from "~/ui/calendar/axis";
import { calendarModel } from "~/ui/calendar/calendar-model";
import { MOST_COLUMNS, readCalendarQuery } from "~/ui/calendar/calendar-query";
import { CalendarBar } from "~/ui/calendar/calendar-bar";
import { CalendarGrid } from "~/ui/calendar/calendar-grid";
import { EmptyCalendar } from "~/ui/calendar/empty-calendar";
import type { MoveAnswer } from "~/ui/calendar/move-answer";
import { monthModel, weekdayNames } from "~/ui/calendar/month-model";
import { MonthView } from "~/ui/calendar/month-view";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Calendar · Booking Service" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { time_zone, locale: tenantLocale } = actor.tenant;
  const locale = dashboardLocale(tenantLocale);
  const now_ms = clock.now();
  const today = localDateOf(now_ms, time_zone);
  // A telephone says so of itself (User-Agent Client Hints); its screen has room for a list.
  const isPhone = request.headers.get("Sec-CH-UA-Mobile") === "?1";
  const query = readCalendarQuery(new URL(request.url).searchParams, today, isPhone ? "agenda" : "day");
  const first = firstOfView(query.view, query.date);
  const count = daysOfView(query.view);
  const range = {
    from: new Date(startOfDay(first, time_zone)),
    to: new Date(startOfDay(addDays(first, count), time_zone)),
    resource_ids: query.resources.length > 0 ? query.resources : null,
  };
  const page = { query, today, time_zone, locale, now_ms, mayEdit: hasRole(actor, "staff") };
  if (query.view === "month") {
    const figures = await readCalendarMonth(actor, range);
    const picker = await pickerOf(actor, range);
    return {
      ...page,
      ...picker,
      shown: {
        kind: "month",
        weeks: monthModel(figures, query, first, today, locale),
        weekdays: weekdayNames(first, locale),
      } as const,
    };
  }
  const all = await readCalendar(actor, range);
  const picker = query.resources.length > 0 ? await pickerOf(actor, range) : toPicker(all.resources);
  const data = { ...all, resources: all.resources.slice(0, MOST_COLUMNS[query.view]) };
  const days = axisDays(first, count, time_zone, locale);
  const shown =
    query.view === "agenda"
      ? ({
          kind: "agenda",
          days: agendaOf({ data, days, today, now_ms, locale, time_zone, colour: query.colour }),
        } as const)
      : ({
          kind: "grid",
          model: calendarModel({ data, days, now_ms, locale, time_zone, colour: query.colour }),
        } as const);
  return { ...page, ...picker, shown };
}

const toPicker = (resources: readonly { id: string; name: string }[]) => ({
  resources: resources.map(({ id, name }) => ({ id, name })),
});

/** Every resource that can be picked, when only some are shown. */
async function pickerOf(actor: StaffActor, range: { from: Date }) {
  const { resources } = await readCalendar(actor, { from: range.from, to: range.from, resource_ids: null });
  return toPicker(resources);
}

const MoveForm = BookingPatch.pick({
  slot_id: true,
  resource_id: true,
  starts_at: true,
  duration_minutes: true,
  notify: true,
  version: true,
}).extend({ id: Id });

/** A move that was proposed on the calendar. Refused, it says why and names other times. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, MoveForm, async ({ id, notify = false, ...patch }): Promise<MoveAnswer> => {
    try {
      const { version, starts_at, resource_id } = await editBooking(actor, id, { ...patch, notify });
      return { kind: "moved", id, version, starts_ms: Date.parse(starts_at), resource_id };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { alternatives = [] } = (error.extra.details ?? {}) as { alternatives?: AvailableSlot[] };
      return {
        kind: "refused",
        id,
        message: error.message,
        alternatives: alternatives.map((slot) => ({
          slot_id: slot.id,
          resource_id: slot.resource_id,
          starts_ms: Date.parse(slot.starts_at),
          ends_ms: Date.parse(slot.ends_at),
        })),
      };
    }
  });
}

export default function Calendar() {
  const { query, resources, shown, today, time_zone, locale, mayEdit } = useLoaderData<typeof loader>();
  return (
    <>
      <CalendarBar query={query} resources={resources} today={today} time_zone={time_zone} locale={locale} />
      {shown.kind === "month" && <MonthView weeks={shown.weeks} weekdays={shown.weekdays} />}
      {shown.kind === "agenda" && <AgendaView days={shown.days} />}
      {shown.kind === "grid" &&
        (shown.model.columns.length === 0 ? (
          <EmptyCalendar />
        ) : (
          <CalendarGrid model={shown.model} view={query.view} locale={locale} time_zone={time_zone} mayEdit={mayEdit} />
        ))}
    </>
  );
}
