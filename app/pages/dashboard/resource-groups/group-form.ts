import { z } from "zod";
import { Id } from "~/contract/common";
import { MAX_GROUP_MEMBERS } from "~/contract/limits";
import type { ResourceGroup } from "~/contract/resource-groups";

/** A group of resources. */
export const GroupForm = z.object({
  name: z.string().trim().min(1).max(120),
  resource_ids: z.array(Id).min(1).max(MAX_GROUP_MEMBERS),
});
export const EditGroupForm = z.discriminatedUnion("intent", [
  GroupForm.extend({ intent: z.literal("save"), seen: z.int() }),
  z.object({ intent: z.literal("delete") }),
]);
export type EditGroupForm = z.output<typeof EditGroupForm>;

/** Resources keep their order in the group; added ones come last. */
export function inStoredOrder(
  ids: readonly string[],
  { resource_ids: stored }: Pick<ResourceGroup, "resource_ids">,
): string[] {
  return [...stored.filter((id) => ids.includes(id)), ...ids.filter((id) => !stored.includes(id))];
}
