import { clockFormat } from "~/i18n/clock-format";
import { dashboardLocale } from "~/i18n/locales";
import { pageLocale } from "~/i18n/text";

/** Where what needs attention happens: its id, how it writes, and its clock. */
export interface AttentionTenant {
  id: string;
  locale: string;
  time_zone: string;
}

/** The reader's language, with the habits of their region. */
export const attentionLocale = ({ locale }: Pick<AttentionTenant, "locale">) => dashboardLocale(pageLocale(), locale);

/** Writes instants in the company's time: "Tue 24 Nov, 09:00". */
export function whenWriter(tenant: Omit<AttentionTenant, "id">): (at: Date) => string {
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  const format = clockFormat(attentionLocale(tenant), tenant.time_zone, day);
  return (at) => format.format(at);
}
