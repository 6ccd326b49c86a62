import type { UserActor } from "~/domain/identity/actor";
import { readNextFree } from "~/domain/slots/next-free.sql.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { clock } from "~/lib/clock";
import { addDays, localDateOf, startOfDay } from "~/lib/time";
import { FREE_DAYS, type NextFree } from "./next-free";

/** The next free time of each of these resources, formatted; today's without a date. */
export async function readFree(
  actor: UserActor,
  ids: readonly string[],
): Promise<(id: string) => NextFree> {
  const { today, locale, time_zone } = calendarOf(actor);
  const found = await readNextFree(actor, {
    from: new Date(clock.now()),
    to: new Date(startOfDay(addDays(today, FREE_DAYS), time_zone)),
    resources: ids.length,
    times: 1,
    of: ids,
  });
  const time = clockFormat(locale, time_zone);
  const dayAndTime = clockFormat(locale, time_zone, {
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  return (id) => {
    const first = found.find((resource) => resource.id === id)?.times[0];
    if (first === undefined) return null;
    const { slot_id, starts_ms } = first;
    const isToday = localDateOf(starts_ms, time_zone) === today;
    const label = isToday
      ? t("Today, {{time}}", { time: time.format(starts_ms) })
      : dayAndTime.format(starts_ms);
    return { slot_id, label };
  };
}
