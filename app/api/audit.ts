import { audit } from "~/contract/audit";
import { listAudit } from "~/domain/audit/list-audit.sql.server";
import { bind } from "~/http/api.server";

export default bind(audit, {
  list: ({ actor, query }) => listAudit(actor, query),
});
