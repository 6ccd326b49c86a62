import type { UserActor } from "~/domain/identity/actor";
import { dashboardLocale } from "~/i18n/locales";
import { pageLocale } from "~/i18n/text";
import { clock } from "~/lib/clock";
import { localDateOf } from "~/lib/time";

/** How the dashboard writes dates, times and money for a company, and which day it is there. */
export interface PageCalendar {
  /** The language of the page with the habits of the reader's region. */
  locale: string;
  time_zone: string;
  /** The tenant's local date. */
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
