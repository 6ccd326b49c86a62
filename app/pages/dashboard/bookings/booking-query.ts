import { BookingFilter } from "~/contract/booking-filter";
import { msg, t } from "~/i18n/text";
import { type BookingView, bookingViews, type ViewRules } from "~/ui/booking/booking-views";

/** The page's query: view, typed fields, and the resulting filter. */
export interface BookingQuery {
  view: BookingView;
  /** All valid filters as text, for the form and links. */
  given: Record<string, string>;
  filter: BookingFilter;
  /** The search text. Kept when rejected, so it can be corrected. */
  typed_search: string;
  /** Messages about ignored parameters. */
  problems: string[];
}

const NAMES: Record<string, string> = {
  status: msg("status"),
  resource_id: msg("person"),
  schedule_id: msg("service"),
  payment_status: msg("payment"),
  from: msg("first day"),
  to: msg("last day"),
  search: msg("search"),
  range_by: msg("meaning of the days"),
  sort: msg("order"),
  cursor: msg("page"),
};

/**
 * Parses the page's URL. `today` is the tenant's date at `now`. A view provides defaults for days, statuses
 * and order; invalid filters are ignored and reported, so a mistyped URL still shows the list.
 */
export function readBookingQuery(
  params: URLSearchParams,
  { now, today }: { now: Date; today: string },
): BookingQuery {
  // the table is not empty
  const rules = bookingViews.find(({ view }) => view === params.get("view")) ?? bookingViews[0]!;
  const given = readGiven(params);
  const typed_search = given.search ?? "";
  const problems: string[] = [];
  const leftOut = new Set<string>();
  for (const { path, message } of BookingFilter.safeParse(given).error?.issues ?? []) {
    const name = String(path[0]); // every issue has a field
    delete given[name];
    if (name === "search") problems.push(message);
    else leftOut.add(NAMES[name] === undefined ? name : t(NAMES[name]));
  }
  if (given.from !== undefined && given.to !== undefined && given.from > given.to) {
    delete given.from;
    delete given.to;
    problems.push(t("The first day is after the last day, so both were ignored."));
  }
  if (leftOut.size > 0)
    problems.unshift(t("Ignored filters: {{names}}.", { names: [...leftOut].join(", ") }));
  const filter = BookingFilter.parse({
    ...daysOf(rules.days, given, { now, today }),
    ...(rules.status && { status: rules.status.join(",") }),
    ...(rules.payment_status && { payment_status: rules.payment_status.join(",") }),
    sort: rules.sort,
    ...given,
  });
  return { view: rules.view, given, filter, typed_search, problems };
}

function readGiven(params: URLSearchParams): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(BookingFilter.shape)) {
    const text = params.getAll(name).filter(Boolean).join(",");
    if (text !== "") given[name] = text;
  }
  return given;
}

/** The view's date range, if the URL has none. */
function daysOf(
  days: ViewRules["days"],
  given: Record<string, string>,
  { now, today }: { now: Date; today: string },
): { from?: string; to?: string } {
  if (days === "any") return {};
  if (days === "today")
    return given.from === undefined && given.to === undefined ? { from: today, to: today } : {};
  if (days === "from_now" && given.to === undefined) return { from: now.toISOString() };
  return given.to !== undefined && given.to < today ? {} : { from: today };
}
