import { type Resource, ResourceFilter } from "~/contract/resources";
import type { StaffActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import type { GroupResource } from "./group-fields";

/** The first resources in order, which a group can have. */
const MAX_PAGES = 2;

export async function groupResources(actor: StaffActor): Promise<GroupResource[]> {
  const found: Resource[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { data, page } = await listResources(actor, ResourceFilter.parse({ limit: 100, cursor }));
    found.push(...data);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  return found.map(({ id, name }) => ({ id, name }));
}
