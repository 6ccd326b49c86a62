import { ResourceFilter } from "~/contract/resources";
import { UserPatch } from "~/contract/users";
import type { UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { getUser } from "~/domain/users/list-users.sql.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { instantWriter } from "~/ui/when";

export type PersonView = Awaited<ReturnType<typeof loadPerson>>;

/** A team member, and what the actor may change. Throws a 404 response. */
export async function loadPerson(actor: UserActor, id: string) {
  const user = await orNoPage(getUser(actor, id));
  const resources = await listResources(actor, ResourceFilter.parse({ limit: 100 }));
  const write = instantWriter(calendarOf(actor));
  const isSelf = user.id === actor.user_id;
  const isReached = user.role !== "owner" || isSelf;
  return {
    limits: fieldLimits(UserPatch),
    person: { id: user.id, name: user.name ?? user.email, email: user.email, role: user.role },
    is_invited: user.status === "invited",
    until: user.invitation_expires_at && write(user.invitation_expires_at),
    seen: user.last_seen_at && write(user.last_seen_at),
    live_keys: user.live_keys,
    may_edit: isReached,
    may_change_role: isReached && !isSelf,
    may_hand_over: actor.role === "owner" && !isSelf && user.status === "active",
    stored: {
      name: user.name ?? "",
      role: user.role,
      resource_ids: user.resource_ids,
      own_hours: user.own_hours,
    },
    resources: resources.data
      .filter(({ id, active }) => active || user.resource_ids.includes(id))
      .map(({ id, name }) => ({ id, name })),
  };
}
