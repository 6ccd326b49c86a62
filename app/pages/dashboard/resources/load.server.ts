import { ResourceFilter } from "~/contract/resources";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { assetUrl } from "~/domain/uploads/asset-url.server";
import { orFirstPage } from "~/http/or-first-page.server";
import type { ResourcesView } from "./resources-page";

const PATH = "/dashboard/resources";

/** A page of what can be booked, from `cursor` on. */
export async function loadResources(actor: UserActor, cursor: string | undefined): Promise<ResourcesView> {
  const filter = { ...ResourceFilter.parse({ limit: 50 }), cursor };
  const found = await orFirstPage(filter, (asked) => listResources(actor, asked));
  const { data, page } = found.page;
  return {
    resources: data.map(({ id, name, type, capacity, color, active, image_asset_id }) => ({
      ...{ id, name, type, capacity, color, active },
      image: image_asset_id && assetUrl(actor.tenant.id, image_asset_id),
    })),
    next_page: page.next_cursor && `${PATH}?cursor=${encodeURIComponent(page.next_cursor)}`,
    has_cursor: cursor !== undefined && found.moved === null,
    may_edit: hasRole(actor, "admin"),
  };
}
