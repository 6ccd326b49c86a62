import { PageQuery } from "~/contract/common";
import { listSuppressions } from "~/domain/email/suppressions.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { instantWriter } from "~/ui/when";
import { reasonWords } from "~/ui/message-words";

export type BlockedView = Awaited<ReturnType<typeof loadBlocked>>;

/** A page of blocked addresses. */
export async function loadBlocked(actor: UserActor, search: URLSearchParams) {
  const write = instantWriter(calendarOf(actor));
  const cursor = search.get("cursor") ?? undefined;
  const filter = PageQuery.safeParse({ cursor }).data ?? PageQuery.parse({});
  const { page } = await orFirstPage(filter, (query) => listSuppressions(actor, query));
  return {
    is_first: cursor === undefined,
    next_cursor: page.page.next_cursor,
    blocked: page.data.map(({ address, reason, created_at }) => ({
      address,
      reason: reasonWords(reason),
      since: write(created_at),
    })),
  };
}
