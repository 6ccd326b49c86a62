import type { z } from "zod";
import { LocalDate } from "~/contract/common";
import { t } from "~/i18n/text";
import { addDays, startOfDay } from "~/lib/time";

export interface ListQuery {
  /** What the filter's fields show. */
  given: Record<string, string>;
  /** The same as the list takes it: days are instants. */
  asked: Record<string, string>;
  problem: string | null;
}

const isDay = (name: string) => name === "from" || name === "to";

/**
 * Reads the address of a list with a first and a last day (`from`, `to`), which are those of the company's clock. What cannot be used of it
 * is left out and said, so that an old address still shows the list.
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
