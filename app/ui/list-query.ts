import type { z } from "zod";
import { LocalDate } from "~/contract/common";
import { t } from "~/i18n/text";

export interface ListQuery {
  /** Values for the filter fields and the API's parameters. */
  given: Record<string, string>;
  problem: string | null;
}

const isDay = (name: string) => name === "from" || name === "to";

/**
 * Parses a list's URL with a date range (`from`, `to`). Invalid parts are ignored and reported, so
 * old links still work.
 */
export function readListQuery(
  params: URLSearchParams,
  names: readonly string[],
  filter: z.ZodType,
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
  return { given, problem };
}
