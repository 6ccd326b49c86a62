import { receipts } from "~/contract/receipts";
import { getReceipt, listReceipts } from "~/domain/receipts/receipts.sql.server";
import { bind } from "~/http/api.server";

export default bind(receipts, {
  list: ({ actor, query }) => listReceipts(actor, query),
  get: ({ actor, params }) => getReceipt(actor, params.id),
});
