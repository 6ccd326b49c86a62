import { pageLocale, t } from "~/i18n/text";
import { isLocalDate } from "~/lib/local-date";
import type { SpanFields } from "./hours-fields";

/** "24 – 26 Dec 2026"; dates that aren't valid yet are shown as typed. */
export function dateRangeWords(from: string, to: string): string {
  const last = to === "" ? from : to;
  if (!isLocalDate(from) || !isLocalDate(last) || last < from)
    return [from, to].filter(Boolean).join(" – ");
  const format = new Intl.DateTimeFormat(pageLocale(), {
    timeZone: "UTC",
    weekday: from === last ? "short" : undefined,
    day: "numeric",
    month: "short",
    year: "numeric",
  });
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${last}T00:00:00Z`));
}

/** "10:00 – 12:00, 13:00 – 14:00". */
export const spansWords = (spans: readonly SpanFields[]): string =>
  spans
    .map(({ from, to }) =>
      t("{{from}} – {{until}}", { from, until: to === "00:00" ? "24:00" : to }),
    )
    .join(", ");
