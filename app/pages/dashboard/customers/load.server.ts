import { CustomerFilter } from "~/contract/customers";
import { listCustomers } from "~/domain/customers/list-customers.sql.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { orBusyPage } from "~/http/or-busy-page.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { t } from "~/i18n/text";
import { fieldLimits } from "~/ui/form/field-limits";
import { phoneWithoutGaps } from "~/ui/layout/found";
import type { CustomersView } from "./customers-page";

/** The customers that an address asks for. Throws the 503 page where too much is being searched. */
export async function loadCustomers(actor: UserActor, asked: URLSearchParams): Promise<CustomersView> {
  const typed = (asked.get("search") ?? "").trim();
  const cursor = asked.get("cursor") ?? undefined;
  const { locale, time_zone } = calendarOf(actor);
  const since = new Intl.DateTimeFormat(locale, { timeZone: time_zone, year: "numeric", month: "short" });
  const { page, problem } = await listFrom(actor, typed, cursor);
  return {
    typed,
    limits: fieldLimits(CustomerFilter.pick({ search: true })),
    problem,
    has_cursor: cursor !== undefined && problem === null,
    next_cursor: page.page.next_cursor,
    customers: page.data.map(({ id, name, email, phone, created_at, erased_at, livemode }) => ({
      ...{ id, name, email, phone, is_erased: erased_at !== null, is_test: !livemode },
      since: since.format(new Date(created_at)),
    })),
    csv: hasRole(actor, "admin")
      ? `/api/customers?${new URLSearchParams({ ...(typed.length > 1 && { search: typed }), format: "csv" })}`
      : null,
  };
}

/** A page of the list; what cannot be used of an old address is left out and said. A number is found with and without gaps. */
async function listFrom(actor: UserActor, typed: string, cursor: string | undefined) {
  const list = (filter: CustomerFilter) => orBusyPage(listCustomers(actor, filter));
  const search = CustomerFilter.shape.search.safeParse(typed === "" ? undefined : typed);
  const filter = CustomerFilter.parse(search.data === undefined ? {} : { search: search.data });
  const { page, moved } = await orFirstPage({ ...filter, cursor }, list);
  if (moved !== null) return { page, problem: moved };
  const problem = search.success ? null : t("Use at least 2 characters.");
  const number = phoneWithoutGaps(typed);
  if (page.data.length > 0 || number === null) return { page, problem };
  return { page: await list(CustomerFilter.parse({ search: number })), problem };
}
