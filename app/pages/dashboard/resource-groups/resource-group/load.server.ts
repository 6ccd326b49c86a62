import { hasRole, type UserActor } from "~/domain/identity/actor";
import { getGroup } from "~/domain/resource-groups/resource-groups.server";
import { orNoPage } from "~/http/or-no-page.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { GroupForm } from "../group-form";
import { groupResources } from "../group-resources.server";

export type GroupView = Awaited<ReturnType<typeof loadGroup>>;

/** A group with the resources to choose from. Throws a 404 response. */
export async function loadGroup(actor: UserActor, id: string) {
  const { name, resource_ids, version } = await orNoPage(getGroup(actor, id));
  return {
    id,
    name,
    seen: version,
    values: { name, resource_ids },
    resources: await groupResources(actor),
    limits: fieldLimits(GroupForm),
    may_edit: hasRole(actor, "admin"),
  };
}
