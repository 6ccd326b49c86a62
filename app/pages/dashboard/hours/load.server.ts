import { type ClosedDay, ClosedDayFilter } from "~/contract/hours";
import { hasRole, resourceLimit, type UserActor } from "~/domain/identity/actor";
import { listClosedDays } from "~/domain/schedules/closed-days.server";
import { readHoursUsers } from "~/domain/schedules/hours-users.server";
import { listAllHours } from "~/domain/schedules/shared-hours.server";
import { calendarOf } from "~/http/page-calendar.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { weekWords } from "~/ui/hours/hours-words";
import { closedRuns } from "./closed-runs";
import { CloseDays } from "./hours-forms";

export type HoursListView = Awaited<ReturnType<typeof loadHoursList>>;

/** Shared hours with their usage, and upcoming closed days. */
export async function loadHoursList(actor: UserActor) {
  const calendar = calendarOf(actor);
  const [hours, closed] = await Promise.all([
    listAllHours(actor),
    closedDaysAhead(actor, calendar.today),
  ]);
  const usersOf = await readHoursUsers(
    actor,
    hours.map(({ id }) => id),
  );
  return {
    hours: hours.map(({ id, name, rules }) => {
      const { schedules, resources } = usersOf(id);
      return {
        id,
        name,
        week: weekWords(rules),
        users: [...resources, ...schedules].map((user) => user.name),
      };
    }),
    closed: closedRuns(closed, calendar),
    limits: fieldLimits(CloseDays),
    today: calendar.today,
    may_add: hasRole(actor, "staff") && resourceLimit(actor) === null,
    may_close: hasRole(actor, "admin"),
  };
}

async function closedDaysAhead(actor: UserActor, today: string): Promise<ClosedDay[]> {
  const days: ClosedDay[] = [];
  let cursor: string | undefined;
  do {
    const { data, page } = await listClosedDays(
      actor,
      ClosedDayFilter.parse({ from: today, limit: 100, cursor }),
    );
    days.push(...data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return days;
}
