import { AnalyticsQuery } from "~/contract/analytics";
import { ResourceFilter } from "~/contract/resources";
import { readAnalytics } from "~/domain/analytics/read-analytics.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { orBusyPage } from "~/http/or-busy-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { apiQuery } from "./analytics-query";
import { readAnalyticsQuery } from "./read-analytics-query";
import { viewOf } from "./analytics-view";

export type AnalyticsLoaded = Awaited<ReturnType<typeof loadAnalytics>>;

/**
 * Figures for the requested range, worded here since Intl of a browser may differ from that of the
 * server, and the options for other ranges.
 */
export async function loadAnalytics(actor: UserActor, search: URLSearchParams) {
  const { today, time_zone, locale } = calendarOf(actor);
  const request = readAnalyticsQuery(search, today);
  const query = apiQuery(request);
  const [found, resources] = await Promise.all([
    orBusyPage(readAnalytics(actor, AnalyticsQuery.parse(query))),
    listResources(actor, ResourceFilter.parse({ limit: 100 })),
  ]);
  return {
    request,
    today,
    time_zone,
    resources: resources.data.map(({ id, name }) => ({ id, name })),
    view: viewOf(found, request, { locale, currency: actor.tenant.currency }),
    csv: hasRole(actor, "admin")
      ? `/api/analytics?${new URLSearchParams({ ...query, format: "csv" })}`
      : null,
  };
}
