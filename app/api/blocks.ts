import { blocks } from "~/contract/blocks";
import { createBlock, deleteBlock, updateBlock } from "~/domain/blocks/change-block.server";
import { getBlock, listBlocks } from "~/domain/blocks/list-blocks.sql.server";
import { bind } from "~/http/api.server";

export default bind(blocks, {
  list: ({ actor, query }) => listBlocks(actor, query),
  create: ({ actor, body }) => createBlock(actor, body),
  get: ({ actor, params }) => getBlock(actor, params.id),
  update: ({ actor, params, body }) => updateBlock(actor, params.id, body),
  remove: ({ actor, params }) => deleteBlock(actor, params.id),
});
