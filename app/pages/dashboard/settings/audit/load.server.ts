import { UserFilter } from "~/contract/users";
import { listAudit } from "~/domain/audit/list-audit.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { listUsers } from "~/domain/users/list-users.sql.server";
import { orBusyPage } from "~/http/or-busy-page.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { instantWriter } from "~/ui/when";
import { auditChanges } from "./audit-changes";
import { readAuditQuery } from "./audit-query";
import { actionWords, actorWords, entities } from "./audit-words";

/** Deleted entities have no page. */
const GONE = /\.(deleted|removed|erased|invitation_withdrawn)$/;

export type AuditView = Awaited<ReturnType<typeof loadAudit>>;

/** A page of the audit log for the URL, and the people to filter by. */
export async function loadAudit(actor: UserActor, search: URLSearchParams) {
  const write = instantWriter(calendarOf(actor));
  const { given, filter, problem } = readAuditQuery(search);
  const [{ page, moved }, people] = await Promise.all([
    orFirstPage(filter, (query) => orBusyPage(listAudit(actor, query))),
    listUsers(actor, UserFilter.parse({ status: "active", limit: 100 })),
  ]);
  return {
    given,
    problem: moved ?? problem,
    next_cursor: page.page.next_cursor,
    people: Object.fromEntries(people.data.map(({ id, name, email }) => [id, name ?? email])),
    lines: page.data.map(({ id, at, actor: by, action, entity, entity_id, diff }) => {
      const to = entities[entity]?.page;
      return {
        id,
        at: write(at),
        who: actorWords(by),
        what: actionWords(action),
        to:
          to === undefined || entity_id === null || GONE.test(action) ? null : `${to}/${entity_id}`,
        changes: auditChanges(diff),
      };
    }),
  };
}
