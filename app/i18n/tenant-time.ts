import { clockFormat } from "./clock-format";
import { dashboardLocale } from "./locales";
import { pageLocale } from "./text";

export interface TenantTime {
  locale: string;
  time_zone: string;
}

/** The reader's language with their region's formats. */
export const readerLocale = ({ locale }: Pick<TenantTime, "locale">) =>
  dashboardLocale(pageLocale(), locale);

/** Returns a formatter for instants in the company's time zone: "Tue 24 Nov, 09:00". */
export function whenWriter(tenant: TenantTime): (at: Date) => string {
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  const format = clockFormat(readerLocale(tenant), tenant.time_zone, day);
  return (at) => format.format(at);
}
