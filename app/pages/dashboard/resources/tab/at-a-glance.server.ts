import { ConnectedCalendarFilter } from "~/contract/calendars";
import type { Resource } from "~/contract/resources";
import { listCalendars } from "~/domain/calendars/calendars.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { readWeekLoad } from "~/domain/resources/week-load.sql.server";
import { listAllHours } from "~/domain/schedules/shared-hours.server";
import { calendarOf } from "~/http/page-calendar.server";
import { t } from "~/i18n/text";
import { clock } from "~/lib/clock";
import { addDays, isoWeekday } from "~/lib/time";
import { healthWords, stateAge } from "~/ui/calendars/calendar-words";
import { weekWords } from "~/ui/hours/hours-words";
import { lengthWords } from "~/ui/services/length-words";

/** A resource's week, hours, calendar and booking page in one line each. */
export async function describeAtAGlance(actor: UserActor, resource: Resource) {
  const { id, hours_id, active } = resource;
  const { today } = calendarOf(actor);
  const [load, hours, calendars] = await Promise.all([
    readWeekLoad(actor.tenant.id, id, addDays(today, 1 - isoWeekday(today))),
    hours_id === null ? [] : listAllHours(actor),
    hasRole(actor, "staff")
      ? listCalendars(actor, ConnectedCalendarFilter.parse({ resource_id: id, limit: 1 }))
      : null,
  ]);
  const own = hours.find((each) => each.id === hours_id);
  const [calendar] = calendars?.data ?? [];
  return {
    week: t("{{booked}} booked of {{open}} open", {
      booked: lengthWords(load.booked_minutes),
      open: lengthWords(load.offered_minutes),
    }),
    hours: own === undefined ? t("Same as services") : weekWords(own.rules),
    // null: not for this role.
    calendar:
      calendars === null
        ? null
        : calendar === undefined
          ? t("Not connected")
          : [t(healthWords[calendar.health].label), stateAge(calendar, clock.now())]
              .filter((words) => words !== null)
              .join(" · "),
    booking_page: active ? `/book/${actor.tenant.slug}?resource=${id}` : null,
  };
}
