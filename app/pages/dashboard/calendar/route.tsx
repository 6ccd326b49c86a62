import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { BookingPatch } from "~/contract/bookings";
import { Id } from "~/contract/common";
import type { AvailableSlot } from "~/contract/slots";
import { editBooking } from "~/domain/bookings/edit-booking.server";
import { readCalendar, readCalendarMonth } from "~/domain/calendar/read-calendar.sql.server";
import { hasRole, type StaffActor } from "~/domain/identity/actor";
import { explain } from "~/domain/slots/explain.sql.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { addDays, startOfDay } from "~/lib/time";
import { AgendaView } from "./agenda-view";
import { agendaOf } from "./agenda-model";
import { axisDays, daysOfView, firstOfView } from "./axis";
import { calendarModel } from "./calendar-model";
import { calendarOnly, MOST_COLUMNS, readCalendarQuery, type WhyQuestion } from "./calendar-query";
import { CalendarBar } from "./calendar-bar";
import { CalendarGrid } from "./calendar-grid";
import { EmptyCalendar } from "./empty-calendar";
import { LeftOut } from "./left-out";
import type { MoveAnswer, Override } from "./move-answer";
import { monthModel, weekdayNames } from "./month-model";
import { MonthView } from "./month-view";
import { instantWriter } from "~/ui/when";
import { serviceAsked, type WhyInput, whyView } from "./why-model";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Calendar · Booking Service" }];

/** What is open over the calendar is no part of it; opening and closing it reads nothing again. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args;
  const isOverAlone = calendarOnly(currentUrl) === calendarOnly(nextUrl) && currentUrl.search !== nextUrl.search;
  return isOverAlone && formMethod === undefined ? false : defaultShouldRevalidate;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { locale, time_zone, today } = calendarOf(actor);
  const now_ms = clock.now();
  // A telephone says so of itself (User-Agent Client Hints); its screen has room for a list.
  const isPhone = request.headers.get("Sec-CH-UA-Mobile") === "?1";
  const asked = readCalendarQuery(new URL(request.url).searchParams, today, isPhone ? "agenda" : "day");
  const first = firstOfView(asked.view, asked.date);
  const count = daysOfView(asked.view);
  const range = {
    from: new Date(startOfDay(first, time_zone)),
    to: new Date(startOfDay(addDays(first, count), time_zone)),
    resource_ids: asked.resources.length > 0 ? asked.resources : null,
    most: MOST_COLUMNS[asked.view],
  };
  const page = { today, time_zone, locale, mayEdit: hasRole(actor, "staff"), maySetUp: hasRole(actor, "admin") };
  if (asked.view === "month") {
    const { figures, pickable, picked } = await readCalendarMonth(actor, range);
    const query = { ...asked, resources: picked };
    const weeks = monthModel(figures, query, first, today, locale);
    return {
      ...{ ...page, query, resources: pickable, why: null, left_out: null },
      shown: { kind: "month", weeks, weekdays: weekdayNames(first, locale) } as const,
    };
  }
  const data = await readCalendar(actor, range);
  const query = { ...asked, resources: data.picked };
  const days = axisDays(first, count, time_zone, locale);
  const input = { data, days, now_ms, locale, time_zone, query, today };
  return {
    ...{ ...page, query, resources: data.pickable },
    left_out:
      data.left_out_from_ms === null
        ? null
        : instantWriter({ locale, time_zone })(new Date(data.left_out_from_ms).toISOString()),
    why: query.why && (await answerWhy(actor, query.why, input)),
    shown:
      query.view === "agenda"
        ? ({ kind: "agenda", days: agendaOf(input) } as const)
        : ({ kind: "grid", model: calendarModel(input) } as const),
  };
}

/** The engine that books says why it does not. */
async function answerWhy(actor: StaffActor, question: WhyQuestion, input: Omit<WhyInput, "question" | "explanation">) {
  const { resource_id, date } = question;
  const schedule_id = serviceAsked(input.data, question);
  const isShown = input.data.resources.some(({ id }) => id === resource_id);
  const explanation =
    schedule_id === null || !isShown ? null : await explain(actor, { schedule_id, resource_id, date, party_size: 1 });
  return whyView({ ...input, question, explanation });
}

const MoveForm = BookingPatch.pick({
  slot_id: true,
  resource_id: true,
  starts_at: true,
  duration_minutes: true,
  override: true,
  notify: true,
  version: true,
}).extend({ id: Id, schedule_id: z.union([Id, z.literal("none")]).optional() });

/** A move that was proposed on the calendar. Refused, it says why and names other times. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, MoveForm, async ({ id, notify = false, schedule_id, ...patch }): Promise<MoveAnswer> => {
    try {
      const service = schedule_id !== undefined && { schedule_id: schedule_id === "none" ? null : schedule_id };
      const { version, starts_at, resource_id } = await editBooking(actor, id, { ...patch, ...service, notify });
      return { kind: "moved", id, version, starts_ms: Date.parse(starts_at), resource_id };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // As claim_seats and findAlternatives gave them.
      const { alternatives = [], reason = null } = (error.extra.details ?? {}) as {
        alternatives?: AvailableSlot[];
        reason?: Override;
      };
      return {
        kind: "refused",
        id,
        message:
          error.code === "version_conflict"
            ? "Someone else has changed this booking meanwhile. It is shown as it is now; try again."
            : (error.extra.issues?.[0]?.message ?? error.message),
        alternatives: alternatives.map((slot) => ({
          slot_id: slot.id,
          resource_id: slot.resource_id,
          starts_ms: Date.parse(slot.starts_at),
          ends_ms: Date.parse(slot.ends_at),
        })),
        override: error.code === "slot_unavailable" && hasRole(actor, "admin") && !patch.override ? reason : null,
      };
    }
  });
}

export default function Calendar() {
  const { query, resources, shown, today, time_zone, locale, mayEdit, maySetUp, why, left_out } =
    useLoaderData<typeof loader>();
  return (
    <>
      <CalendarBar {...{ query, resources, today, time_zone, locale, mayEdit }} />
      {left_out !== null && <LeftOut from={left_out} view={query.view} />}
      {shown.kind === "month" && <MonthView weeks={shown.weeks} weekdays={shown.weekdays} />}
      {shown.kind === "agenda" && <AgendaView days={shown.days} />}
      {shown.kind === "grid" &&
        (shown.model.columns.length === 0 ? (
          <EmptyCalendar maySetUp={maySetUp} />
        ) : (
          <CalendarGrid model={shown.model} view={query.view} {...{ locale, time_zone, mayEdit, why }} />
        ))}
    </>
  );
}
