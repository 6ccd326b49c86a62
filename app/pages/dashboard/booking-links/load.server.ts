import { BookingLinkFilter } from "~/contract/booking-links";
import { listBookingLinks } from "~/domain/booking-links/booking-links.server";
import type { UserActor } from "~/domain/identity/actor";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { instantWriter } from "~/ui/when";
import { stateOf, usesWords } from "./link-words";

export type LinksView = Awaited<ReturnType<typeof loadLinks>>;

/** A page of the company's booking links. */
export async function loadLinks(actor: UserActor, search: URLSearchParams) {
  const write = instantWriter(calendarOf(actor));
  const cursor = search.get("cursor") ?? undefined;
  const { page, moved } = await orFirstPage({ ...BookingLinkFilter.parse({}), cursor }, (filter) =>
    listBookingLinks(actor, filter),
  );
  const ids = page.data.map(({ schedule_id }) => schedule_id);
  const services = new Map(
    (await scheduleNames(actor.tenant.id, ids)).map(({ id, name }) => [id, name]),
  );
  return {
    problem: moved,
    has_cursor: cursor !== undefined && moved === null,
    next_cursor: page.page.next_cursor,
    links: page.data.map((link) => ({
      id: link.id,
      name: link.name,
      service: services.get(link.schedule_id) ?? "", // links are deleted with their service
      guest: link.customer?.name ?? link.customer?.email ?? null,
      url: link.url,
      uses: usesWords(link),
      expires: link.expires_at && write(link.expires_at),
      state: stateOf(link.state),
      has_ended: link.state === "ended",
    })),
  };
}
