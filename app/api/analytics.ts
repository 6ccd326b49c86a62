import { analytics } from "~/contract/analytics";
import { exportAnalytics } from "~/domain/analytics/analytics-csv.server";
import { readAnalytics } from "~/domain/analytics/read-analytics.server";
import { bind } from "~/http/api.server";
import { csvResponse } from "~/http/csv.server";

export default bind(analytics, {
  read: async ({ actor, query }) => {
    if (query.format !== "csv") return readAnalytics(actor, query);
    const { columns, rows } = await exportAnalytics(actor, query);
    return csvResponse("analytics.csv", columns, [rows], actor.tenant.time_zone);
  },
});
