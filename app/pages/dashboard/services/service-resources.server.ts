import { type Resource, ResourceFilter } from "~/contract/resources";
import type { StaffActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";

/** A service has at most 200 resources, which is the number offered. */
const MAX_PAGES = 2;

/** Resources a person may assign to a service, in order. */
export async function resourceChoices(
  actor: StaffActor,
): Promise<Pick<Resource, "id" | "name" | "active">[]> {
  const found: Resource[] = [];
  let cursor: string | undefined;
  for (let n = 0; n < MAX_PAGES; n += 1) {
    const { data, page } = await listResources(actor, ResourceFilter.parse({ limit: 100, cursor }));
    found.push(...data);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  return found.map(({ id, name, active }) => ({ id, name, active }));
}
