import { Button } from "@mantine/core";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AnalyticsQuery } from "~/contract/analytics";
import { ResourceFilter } from "~/contract/resources";
import { readAnalytics } from "~/domain/analytics/read-analytics.server";
import { hasRole } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { orBusyPage } from "~/http/or-busy-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor } from "~/http/page.server";
import { AnalyticsPage } from "./analytics-page";
import { apiQuery, readAnalyticsQuery } from "./analytics-query";
import { viewOf } from "./analytics-view";
import { RangeForm } from "./range-form";
import { Notice } from "~/ui/feedback/notice";
import { Icon } from "~/ui/icon";
import { PageHeader } from "~/ui/layout/page-header";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Analytics · Booking Service" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { today, time_zone, locale } = calendarOf(actor);
  const asked = readAnalyticsQuery(new URL(request.url).searchParams, today);
  const query = apiQuery(asked);
  const [found, resources] = await Promise.all([
    orBusyPage(readAnalytics(actor, AnalyticsQuery.parse(query))),
    listResources(actor, ResourceFilter.parse({ limit: 100 })),
  ]);
  return {
    asked,
    today,
    time_zone,
    resources: resources.data.map(({ id, name }) => ({ id, name })),
    view: viewOf(found, asked, { locale, currency: actor.tenant.currency }),
    csv: hasRole(actor, "admin") ? `/api/analytics?${new URLSearchParams({ ...query, format: "csv" })}` : null,
  };
}

export default function Analytics() {
  const { asked, today, time_zone, resources, view, csv } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Analytics" aside={`${view.days} · Time zone: ${time_zone}`}>
        {csv !== null && (
          <Button
            component="a"
            href={csv}
            download="analytics.csv"
            variant="default"
            leftSection={<Icon name="download" size={18} />}
          >
            CSV
          </Button>
        )}
      </PageHeader>
      <RangeForm asked={asked} today={today} resources={resources} />
      {asked.problems.length > 0 && <Notice tone="bad">{asked.problems.join(" ")}</Notice>}
      <AnalyticsPage view={view} asked={asked} />
    </>
  );
}
