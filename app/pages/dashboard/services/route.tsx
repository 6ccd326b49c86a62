import { Button } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ScheduleFilter } from "~/contract/schedules";
import { hasRole } from "~/domain/identity/actor";
import { listSchedules, updateSchedule } from "~/domain/schedules/schedules.server";
import { readLastSlotJob } from "~/domain/schedules/slot-jobs.sql.server";
import { nextFreeTimes, resourceNames } from "~/domain/services/list-services.sql.server";
import { readMakingTimes } from "~/domain/services/making-times.sql.server";
import { SwitchForm } from "~/ui/services/service-forms";
import { mayChange } from "./service-parts.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { requireActor, submit } from "~/http/page.server";
import { clockFormat } from "~/i18n/clock-format";
import { Notice } from "~/ui/feedback/notice";
import { Icon } from "~/ui/icon";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { jobLine, serviceLine } from "./making-lines";
import { MakingTimes } from "./making-times";
import { ServiceList } from "./service-list";
import { lengthWords, priceWords } from "~/ui/services/service-view";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
import { isolate } from "~/lib/isolate";

export const meta: MetaFunction = () => [{ title: "Services · Booking Service" }];

const PATH = "/dashboard/services";
const NEW = `${PATH}/new`;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  const filter = { ...ScheduleFilter.parse({ limit: 25 }), cursor };
  const { page, moved } = await orFirstPage(filter, (asked) => listSchedules(actor, asked));
  const ids = page.data.map(({ id }) => id);
  const mayAdd = hasRole(actor, "staff");
  const [free, names, making, job] = await Promise.all([
    nextFreeTimes(actor.tenant.id, ids),
    resourceNames(actor.tenant.id, ids),
    readMakingTimes(actor.tenant.id, ids),
    mayAdd ? readLastSlotJob(actor.tenant.id) : null,
  ]);
  const { locale } = calendarOf(actor);
  return {
    services: page.data.map((schedule) => {
      const next = free.get(schedule.id);
      const when = clockFormat(locale, schedule.time_zone, { weekday: "short", day: "numeric", month: "short" });
      return {
        ...{ id: schedule.id, name: schedule.name, active: schedule.active },
        about: `${lengthWords(schedule.duration_minutes)} · ${priceWords(schedule, locale)}`,
        resources: names.get(schedule.id) ?? "No resource",
        next: next === undefined ? null : when.format(next),
        may_switch: mayChange(actor, schedule),
      };
    }),
    making: [
      ...page.data.flatMap((schedule) => {
        const percent = making.get(schedule.id);
        return percent === undefined ? [] : [serviceLine(schedule, percent)];
      }),
      ...(job === null ? [] : [jobLine(job, locale)]),
    ],
    next_cursor: page.page.next_cursor,
    has_cursor: cursor !== undefined && moved === null,
    may_add: mayAdd,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, SwitchForm, async ({ id, active, to }) => {
    const { name } = await updateSchedule(actor, id, { active: active === "true" });
    const said =
      active === "true"
        ? `${isolate(name)} can be booked.`
        : `${isolate(name)} is switched off. Bookings that are there stay.`;
    const undo = { action: PATH, fields: { id, active: active === "true" ? "false" : "true" } };
    return redirectWith(dashboardPath(to, PATH), said, undo);
  });
}

export default function Services() {
  const { services, making, next_cursor, has_cursor, may_add } = useLoaderData<typeof loader>();
  const problems = Object.values(useActionData<typeof action>()?.result.error ?? {}).flatMap((texts) => texts ?? []);
  return (
    <>
      <PageHeader title="Services">
        {may_add && (
          <Button component={Link} to={NEW} leftSection={<Icon name="plus" size={18} />}>
            New service
          </Button>
        )}
      </PageHeader>
      {problems.length > 0 && <Notice tone="bad">{problems.join(" ")}</Notice>}
      <MakingTimes lines={making} />
      {services.length === 0 ? (
        <EmptyList icon="tag" title="No services yet" clear={null}>
          <p>A service is what guests book: its length, price and hours.</p>
          {may_add && (
            <Button component={Link} to={NEW}>
              Make the first one
            </Button>
          )}
        </EmptyList>
      ) : (
        <ServiceList services={services} />
      )}
      {(has_cursor || next_cursor !== null) && (
        <nav aria-label="Pages">
          {has_cursor && (
            <Button component={Link} to={PATH} variant="default">
              Back to the first page
            </Button>
          )}
          {next_cursor !== null && (
            <Button component={Link} to={`${PATH}?cursor=${encodeURIComponent(next_cursor)}`} variant="default">
              Next
            </Button>
          )}
        </nav>
      )}
    </>
  );
}
