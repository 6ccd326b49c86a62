import { audit } from "~/contract/audit";
import { listAudit } from "~/domain/audit/list-audit.sql.server";
import { api, on } from "~/http/api.server";

const route = api(on(audit.list, ({ actor, query }) => listAudit(actor, query)));
export const loader = route.loader;
export const action = route.action;
