import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { UserFilter } from "~/contract/users";
import { listAudit } from "~/domain/audit/list-audit.sql.server";
import { listUsers } from "~/domain/users/list-users.sql.server";
import { orBusyPage } from "~/http/or-busy-page.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor } from "~/http/page.server";
import { Choose } from "~/ui/form/choose";
import { EmptyList, FilterForm } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { auditChanges } from "./audit-changes";
import { AuditList } from "./audit-list";
import { readAuditQuery } from "./audit-query";
import { actionWords, actorWords, entities } from "./audit-words";
import { instantWriter } from "~/ui/when";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Audit log · Booking Service" }];

const PATH = "/dashboard/settings/audit";
/** What is about something that was deleted has no page to go to. */
const GONE = /\.(deleted|removed|erased|invitation_withdrawn)$/;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const write = instantWriter(calendarOf(actor));
  const { given, filter, problem } = readAuditQuery(new URL(request.url).searchParams);
  const [{ page, moved }, people] = await Promise.all([
    orFirstPage(filter, (asked) => orBusyPage(listAudit(actor, asked))),
    listUsers(actor, UserFilter.parse({ status: "active", limit: 100 })),
  ]);
  return {
    given,
    problem: moved ?? problem,
    next_cursor: page.page.next_cursor,
    people: Object.fromEntries(people.data.map(({ id, name, email }) => [id, name ?? email])),
    lines: page.data.map(({ id, at, actor: by, action, entity, entity_id, diff }) => {
      const { label = entity, page: to } = entities[entity] ?? {};
      return {
        ...{ id, at: write(at), who: actorWords(by), what: actionWords(action), about: label },
        to: to === undefined || entity_id === null || GONE.test(action) ? null : `${to}/${entity_id}`,
        changes: auditChanges(diff),
      };
    }),
  };
}

const ABOUT = Object.fromEntries(Object.entries(entities).map(([value, { label }]) => [value, label]));

export default function Audit() {
  const { given, problem, next_cursor, people, lines } = useLoaderData<typeof loader>();
  const { cursor, ...filters } = given;
  const isFiltered = Object.keys(filters).length > 0;
  const to = (more: Record<string, string>) => `${PATH}?${new URLSearchParams({ ...filters, ...more })}`;
  return (
    <>
      <PageHeader title="Audit log" />
      <FilterForm label="Audit log" filters={filters} problem={problem}>
        <Choose name="actor" label="Who" any="Everyone" words={people} given={given} />
        <Choose name="entity" label="What" any="Everything" words={ABOUT} given={given} />
      </FilterForm>
      {lines.length === 0 ? (
        <EmptyList icon="list" title="Nothing yet" clear={isFiltered ? PATH : null}>
          <p>Each change that someone makes is noted here.</p>
        </EmptyList>
      ) : (
        <AuditList lines={lines} />
      )}
      <Pager
        count={lines.length === 0 ? "" : `${lines.length} on this page. The log is kept for 400 days.`}
        first={cursor === undefined ? null : to({})}
        next={next_cursor === null ? null : to({ cursor: next_cursor })}
      />
    </>
  );
}
