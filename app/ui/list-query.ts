import type { z } from "zod";
import { LocalDate } from "~/contract/common";
import { t } from "~/i18n/text";
import { addDays, startOfDay } from "~/lib/time";

export interface ListQuery {
  /** Values for the filter fields. */
  given: Record<string, string>;
  /** The same as API parameters: days become instants. */
  asked: Record<string, string>;
  problem: string | null;
}

const isDay = (name: string) => name === "from" || name === "to";

/**
 * Parses a list's URL with a date range (`from`, `to`) in the company's time zone. Invalid parts
 * are ignored and reported, so old links still work.
 */
export function readListQuery(
  params: URLSearchParams,
  names: readonly string[],
  filter: z.ZodType,
  timeZone: string,
): ListQuery {
  const given: Record<string, string> = {};
  let problem: string | null = null;
  for (const name of names) {
    const text = params.getAll(name).filter(Boolean).join(",");
    if (text === "") continue;
    const isUsable = isDay(name) ? LocalDate.safeParse(text) : filter.safeParse({ [name]: text });
    if (isUsable.success) given[name] = text;
    else problem = t("Part of this address can’t be used and was left out.");
  }
  const { from, to, ...rest } = given;
  const asked = {
    ...rest,
    ...(from !== undefined && { from: new Date(startOfDay(from, timeZone)).toISOString() }),
    ...(to !== undefined && { to: new Date(startOfDay(addDays(to, 1), timeZone)).toISOString() }),
  };
  return { given, asked, problem };
}
