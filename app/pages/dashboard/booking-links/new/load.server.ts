import { Id } from "~/contract/common";
import { NewBookingLink } from "~/contract/booking-links";
import { ScheduleFilter } from "~/contract/schedules";
import type { UserActor } from "~/domain/identity/actor";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { calendarOf } from "~/http/page-calendar.server";
import { t } from "~/i18n/text";
import { fieldLimits } from "~/ui/form/field-limits";

export type NewLinkView = Awaited<ReturnType<typeof loadNewLink>>;

/** Options for a new link: services, private ones first, and the preselected one. */
export async function loadNewLink(actor: UserActor, named: string | null) {
  const services = [];
  let cursor: string | undefined;
  do {
    const { data, page } = await listSchedules(
      actor,
      ScheduleFilter.parse({ active: "true", limit: 100, cursor }),
    );
    services.push(...data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  const options = services
    .toSorted((a, b) => Number(b.private) - Number(a.private))
    .map(({ id, name, ...service }) => ({
      value: id,
      label: service.private ? t("{{name}} (private)", { name }) : name,
    }));
  const chosen = Id.safeParse(named).data;
  return {
    services: options,
    schedule_id: options.some(({ value }) => value === chosen)
      ? chosen!
      : (options[0]?.value ?? ""),
    /** The earliest expiry date. */
    today: calendarOf(actor).today,
    limits: fieldLimits(NewBookingLink),
  };
}
