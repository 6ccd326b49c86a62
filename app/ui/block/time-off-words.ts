import type { Block } from "~/contract/blocks";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { localDateOf, wallTimeOf } from "~/lib/time";
import { type Calendar, dayLabel } from "../booking/booking-lines";

/** "Monday 4 January, 12:00 – 13:00"; whole days without times. */
export function timeOffWords(
  { starts_at, ends_at }: Pick<Block, "starts_at" | "ends_at">,
  calendar: Calendar,
): string {
  const { locale, time_zone } = calendar;
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)];
  const isWhole = [start, end].every((at) => wallTimeOf(at, time_zone).endsWith(" 00:00"));
  const times = clockFormat(locale, time_zone);
  const day = (at: number) => dayLabel(localDateOf(at, time_zone), calendar);
  const [from, to] = [day(start), day(isWhole ? end - 1 : end)];
  if (isWhole) return from === to ? from : t("{{from}} – {{until}}", { from, until: to });
  const [begin, finish] = [times.format(start), times.format(end)];
  return from === to
    ? t("{{day}}, {{from}} – {{until}}", { day: from, from: begin, until: finish })
    : t("{{from_day}}, {{from}} – {{until_day}}, {{until}}", {
        from_day: from,
        from: begin,
        until_day: to,
        until: finish,
      });
}
