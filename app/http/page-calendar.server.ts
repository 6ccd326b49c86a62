import type { UserActor } from "~/domain/identity/actor";
import { dashboardLocale } from "~/i18n/locales";
import { pageLocale } from "~/i18n/text";
import { clock } from "~/lib/clock";
import { localDateOf } from "~/lib/time";

/**
 * How the dashboard formats dates, times and money for a company, and the company's current date.
 */
export interface PageCalendar {
  /** The page's language with the reader's regional formats. */
  locale: string;
  time_zone: string;
  /** The current date in the tenant's time zone. */
  today: string;
}

export function calendarOf({
  tenant: { locale, time_zone },
}: Pick<UserActor, "tenant">): PageCalendar {
  return {
    locale: dashboardLocale(pageLocale(), locale),
    time_zone,
    today: localDateOf(clock.now(), time_zone),
  };
}
