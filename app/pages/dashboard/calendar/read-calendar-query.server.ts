import { z } from "zod";
import { Id, LocalDate } from "~/contract/common";
import { parseInstant } from "~/lib/time";
import { CALENDAR_VIEWS, type CalendarView } from "./axis";
import { CARD_COLOURS, type CalendarQuery, type WhyQuestion } from "./calendar-query";

/**
 * Parses `?view=&date=&resource=&page=&at=&colour=`; invalid values are ignored. `usual`: the
 * default view.
 */
export function readCalendarQuery(
  params: URLSearchParams,
  today: string,
  usual: CalendarView = "day",
): CalendarQuery {
  const date = LocalDate.safeParse(params.get("date"));
  return {
    view: CALENDAR_VIEWS.find((view) => view === params.get("view")) ?? usual,
    date: date.success ? date.data : today,
    resources: params.getAll("resource").filter((id) => z.uuid().safeParse(id).success),
    all: params.get("resource") === "all",
    page: z.coerce.number().int().min(1).max(200).catch(1).parse(params.get("page")),
    at: parseInstant(params.get("at") ?? ""),
    colour: CARD_COLOURS.find((colour) => colour === params.get("colour")) ?? "status",
    why: readWhy(params),
  };
}

function readWhy(params: URLSearchParams): WhyQuestion | null {
  const resource_id = Id.safeParse(params.get("why")).data;
  const date = LocalDate.safeParse(params.get("on")).data;
  if (resource_id === undefined || date === undefined) return null;
  return { resource_id, date, schedule_id: Id.safeParse(params.get("service")).data };
}
