import { ResourceFilter } from "~/contract/resources";
import type { AvailableSlot } from "~/contract/slots";
import type { UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { calendarOf } from "~/http/page-calendar.server";
import { type TimeChoice, timeChoices } from "~/ui/booking/time-choices";

/** Alternative times from a rejection, as buttons. */
export async function otherTimes(
  actor: UserActor,
  slots: readonly AvailableSlot[],
): Promise<TimeChoice[]> {
  const { data: resources } = await listResources(actor, ResourceFilter.parse({ limit: 100 }));
  const names = {
    resources: new Map(resources.map(({ id, name }) => [id, name])),
    services: new Map(),
  };
  return timeChoices(slots, names, calendarOf(actor));
}
