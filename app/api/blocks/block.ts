import { blocks } from "~/contract/blocks";
import { deleteBlock, updateBlock } from "~/domain/blocks/change-block.server";
import { getBlock } from "~/domain/blocks/list-blocks.sql.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(blocks.get, ({ actor, params }) => getBlock(actor, params.id)),
  on(blocks.update, ({ actor, params, body }) => updateBlock(actor, params.id, body)),
  on(blocks.remove, ({ actor, params }) => deleteBlock(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
