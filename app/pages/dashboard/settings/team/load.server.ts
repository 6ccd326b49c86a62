import { ResourceFilter } from "~/contract/resources";
import { NewUser, UserFilter } from "~/contract/users";
import type { UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { listUsers } from "~/domain/users/list-users.sql.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { t } from "~/i18n/text";
import { clock } from "~/lib/clock";
import { fieldLimits } from "~/ui/form/field-limits";
import { instantWriter } from "~/ui/when";

export type TeamView = Awaited<ReturnType<typeof loadTeam>>;

/** A page of the team, and resources for a new member. */
export async function loadTeam(actor: UserActor, search: URLSearchParams) {
  const write = instantWriter(calendarOf(actor));
  const cursor = search.get("cursor") ?? undefined;
  const [{ page, moved }, resources] = await Promise.all([
    orFirstPage({ ...UserFilter.parse({}), cursor }, (filter) => listUsers(actor, filter)),
    listResources(actor, ResourceFilter.parse({ limit: 100 })),
  ]);
  const names = new Map(resources.data.map(({ id, name }) => [id, name]));
  return {
    limits: fieldLimits(NewUser),
    problem: moved,
    has_cursor: cursor !== undefined && moved === null,
    next_cursor: page.page.next_cursor,
    resources: resources.data.filter(({ active }) => active).map(({ id, name }) => ({ id, name })),
    people: page.data.map(
      ({ id, name, email, role, status, resource_ids, last_seen_at, ...rest }) => ({
        id,
        name: name ?? email,
        email,
        role,
        is_self: id === actor.user_id,
        sees: resource_ids.map((one) => names.get(one) ?? t("a deleted resource")),
        invited_until:
          status === "invited" && rest.invitation_expires_at
            ? write(rest.invitation_expires_at)
            : null,
        is_over:
          rest.invitation_expires_at !== null &&
          Date.parse(rest.invitation_expires_at) <= clock.now(),
        is_active: status === "active",
        seen: last_seen_at && write(last_seen_at),
      }),
    ),
  };
}
