import { CustomerFilter } from "~/contract/customers";
import { readSpent } from "~/domain/customers/customer-spent.sql.server";
import { type CustomerVisits, readVisits } from "~/domain/customers/customer-visits.sql.server";
import { listCustomers } from "~/domain/customers/list-customers.sql.server";
import { mayAddCustomers } from "~/domain/customers/may-add";
import { hasRole, seesContacts, type UserActor } from "~/domain/identity/actor";
import { orBusyPage } from "~/http/or-busy-page.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf, type PageCalendar } from "~/http/page-calendar.server";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { fieldLimits } from "~/ui/form/field-limits";
import { phoneWithoutGaps } from "~/ui/layout/found";
import { dayWriter } from "~/ui/when";
import { spentWords } from "./spent-words";

export type CustomersView = Awaited<ReturnType<typeof loadCustomers>>;

/** Customers for a URL. Throws a 503 response if too many searches are in progress. */
export async function loadCustomers(actor: UserActor, query: URLSearchParams) {
  const typed = (query.get("search") ?? "").trim();
  const cursor = query.get("cursor") ?? undefined;
  const calendar = calendarOf(actor);
  const since = new Intl.DateTimeFormat(calendar.locale, {
    timeZone: calendar.time_zone,
    year: "numeric",
    month: "short",
  });
  const { page, problem } = await listFrom(actor, typed, cursor);
  const ids = page.data.map(({ id }) => id);
  const [visits, spent] = await Promise.all([readVisits(actor, ids), readSpent(actor, ids)]);
  const visitsOf = visitsIn(visits, calendar);
  return {
    typed,
    limits: fieldLimits(CustomerFilter.pick({ search: true })),
    problem,
    has_cursor: cursor !== undefined && problem === null,
    next_cursor: page.page.next_cursor,
    customers: page.data.map(({ id, name, email, phone, created_at, erased_at, livemode }) => ({
      id,
      name,
      email,
      phone,
      is_erased: erased_at !== null,
      is_test: !livemode,
      ...visitsOf(id),
      spent: spentWords(spent, id, calendar.locale),
      since: since.format(new Date(created_at)),
    })),
    sees_contacts: seesContacts(actor),
    may_add: mayAddCustomers(actor),
    csv: hasRole(actor, "admin")
      ? `/api/customers?${new URLSearchParams({ ...(typed.length > 1 && { search: typed }), format: "csv" })}`
      : null,
  };
}

/** Last and next visit of each customer, formatted. */
function visitsIn(found: readonly CustomerVisits[], calendar: PageCalendar) {
  const { locale, time_zone } = calendar;
  const byId = new Map(found.map((visits) => [visits.customer_id, visits]));
  const day = dayWriter(calendar);
  const next = clockFormat(locale, time_zone, { weekday: "short", day: "numeric", month: "short" });
  return (id: string) => {
    const { visits = 0, last_at = null, next_at = null } = byId.get(id) ?? {};
    return {
      visits,
      last_visit: last_at && day(last_at.toISOString()),
      next_visit: next_at && next.format(next_at),
    };
  };
}

/**
 * A page of the list; invalid parts of a URL are ignored and reported. Phone numbers match with and
 * without separators.
 */
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
