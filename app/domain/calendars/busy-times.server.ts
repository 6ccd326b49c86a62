import type { BusyQuery, BusyTime } from "~/contract/calendars";
import { notFound } from "~/lib/app-error";
import { toRfc3339 } from "~/lib/time";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { openTitle } from "./busy-title.server";
import { findBusySpans } from "./busy-times.sql.server";

/** When the calendars of resources are busy. Titles only of the caller's own events. Throws not_found. */
export async function listBusyTimes(
  actor: StaffActor,
  { resource_id, from, to }: BusyQuery,
): Promise<BusyTime[]> {
  if (!resource_id.every((id) => mayUseResource(actor, id))) throw notFound();
  const own = actor.kind === "user" ? actor.user_id : null;
  const spans = await findBusySpans(actor.tenant.id, { resource_ids: resource_id, from, to, own });
  return spans.map(({ starts_at, ends_at, titles, ...span }) => ({
    ...span,
    starts_at: toRfc3339(starts_at.getTime()),
    ends_at: toRfc3339(ends_at.getTime()),
    titles: titles.map(({ calendar_id, sealed }) =>
      openTitle(actor.tenant.id, calendar_id, Buffer.from(sealed, "base64")),
    ),
  }));
}
