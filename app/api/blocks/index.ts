import { blocks } from "~/contract/blocks";
import { createBlock } from "~/domain/blocks/change-block.server";
import { listBlocks } from "~/domain/blocks/list-blocks.sql.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(blocks.list, ({ actor, query }) => listBlocks(actor, query)),
  on(blocks.create, ({ actor, body }) => createBlock(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
