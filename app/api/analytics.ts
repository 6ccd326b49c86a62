import { analytics } from "~/contract/analytics";
import { exportAnalytics } from "~/domain/analytics/analytics-csv.server";
import { readAnalytics } from "~/domain/analytics/read-analytics.server";
import { api, on } from "~/http/api.server";
import { csvResponse } from "~/http/csv.server";

const route = api(
  on(analytics.read, async ({ actor, query }) => {
    if (query.format !== "csv") return readAnalytics(actor, query);
    const { columns, rows } = await exportAnalytics(actor, query);
    return csvResponse("analytics.csv", columns, [rows]);
  }),
);
export const loader = route.loader;
export const action = route.action;
