import { ResourceFilter } from "~/contract/resources";
import { ScheduleFilter } from "~/contract/schedules";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listAllGroups } from "~/domain/resource-groups/resource-groups.server";
import { listResources } from "~/domain/resources/resources.server";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { assetUrl } from "~/domain/uploads/asset-url.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { readFree } from "./read-free.server";

export type ResourcesView = Awaited<ReturnType<typeof loadResources>>;

const PATH = "/dashboard/resources";

/** A page of resources from `cursor`, with their services. */
export async function loadResources(actor: UserActor, cursor: string | undefined) {
  const filter = { ...ResourceFilter.parse({ limit: 50 }), cursor };
  const [found, services] = await Promise.all([
    orFirstPage(filter, (query) => listResources(actor, query)),
    listSchedules(actor, ScheduleFilter.parse({ active: "true", limit: 100 })),
  ]);
  const { data, page } = found.page;
  const nextFreeOf = await readFree(
    actor,
    data.map(({ id }) => id),
  );
  return {
    resources: data.map(({ id, name, type, capacity, color, active, image_asset_id }) => ({
      id,
      name,
      type,
      capacity,
      color,
      active,
      services: services.data
        .filter(({ resource_ids }) => resource_ids.includes(id))
        .map(({ name }) => name),
      image: image_asset_id && assetUrl(actor.tenant.id, image_asset_id),
      next_free: nextFreeOf(id),
    })),
    next_page: page.next_cursor && `${PATH}?cursor=${encodeURIComponent(page.next_cursor)}`,
    has_cursor: cursor !== undefined && found.moved === null,
    has_groups: (await listAllGroups(actor)).length > 0,
    may_edit: hasRole(actor, "admin"),
    may_book: hasRole(actor, "staff"),
  };
}
