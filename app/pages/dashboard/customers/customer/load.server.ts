import { BookingFilter } from "~/contract/booking-filter";
import { Id } from "~/contract/common";
import type { Customer, CustomerWithBookings, Duplicate } from "~/contract/customers";
import { listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import { readSpent } from "~/domain/customers/customer-spent.sql.server";
import { findDuplicates } from "~/domain/customers/find-duplicates.sql.server";
import { getCustomer } from "~/domain/customers/list-customers.sql.server";
import { hasRole, type StaffActor, type UserActor } from "~/domain/identity/actor";
import { hasStoppedTexts } from "~/domain/email/has-stopped-texts.server";
import { readErasure } from "~/domain/privacy/erase-customer.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { orBusyPage } from "~/http/or-busy-page.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { t } from "~/i18n/text";
import { orNull } from "~/lib/app-error";
import { formatMoney } from "~/lib/money";
import { describeBookings } from "~/ui/booking/booking-lines";
import { spentWords } from "../spent-words";
import { duplicateLines, mergedLines, mergeView } from "./customer-view";

export type CustomerView = Awaited<ReturnType<typeof loadCustomer>>;

/** Number of bookings shown. */
const SHOWN = 25;

/** A customer with bookings, and the record to merge with. Throws a 404 or 503 response. */
export async function loadCustomer(actor: UserActor, id: string, params: URLSearchParams) {
  const customer = await orNoPage(getCustomer(actor, id));
  const calendar = calendarOf(actor);
  const otherId = Id.safeParse(params.get("merge")).data ?? null;
  const isErased = customer.erased_at !== null;
  const [found, duplicates, other, erasure, spent, stopped] = await Promise.all([
    listBookings(actor, BookingFilter.parse({ customer_id: customer.id, limit: SHOWN })),
    orBusyPage(suggestDuplicates(actor, customer)),
    readOther(actor, otherId === customer.id ? null : otherId),
    isErased ? readErasure(actor, customer.id) : null,
    readSpent(actor, [customer.id]),
    hasRole(actor, "staff") ? hasStoppedTexts(actor, customer.phone) : false,
  ]);
  const services = await scheduleNames(
    actor.tenant.id,
    found.data.map(({ schedule_id }) => schedule_id),
  );
  const { total, upcoming, by_status, first_starts_at } = customer.bookings;
  const day = new Intl.DateTimeFormat(calendar.locale, {
    timeZone: calendar.time_zone,
    dateStyle: "medium",
  });
  const stands = !isErased && customer.merged_into === null;
  return {
    customer: {
      id: customer.id,
      name: customer.name,
      email: customer.email ?? "",
      phone: customer.phone ?? "",
    },
    has_stopped_texts: stopped,
    notes: customer.notes ?? "",
    seen: customer.version,
    merged_into: customer.merged_into,
    merge: other && mergeView(customer, other),
    duplicates: duplicateLines(duplicates),
    merged: mergedLines(customer.merged, (instant) => day.format(new Date(instant))),
    may_merge: hasRole(actor, "admin"),
    erasure: erasure && {
      is_under_way: erasure.state === "running",
      done: erasure.done,
      total: erasure.total,
    },
    figures: [
      { label: t("Bookings"), value: String(total) },
      { label: t("Upcoming"), value: String(upcoming) },
      { label: t("Visits"), value: String(by_status.completed ?? 0) },
      {
        label: t("Total spent"),
        value:
          spentWords(spent, customer.id, calendar.locale) ||
          formatMoney(0, actor.tenant.currency, calendar.locale),
      },
      { label: t("No-shows"), value: String(by_status.no_show ?? 0) },
      {
        label: t("First booking"),
        value: first_starts_at === null ? t("None") : day.format(new Date(first_starts_at)),
      },
    ],
    bookings: describeBookings(found.data, services, calendar),
    has_more: found.page.has_more,
    may_edit: hasRole(actor, "staff") && stands,
    may_erase: hasRole(actor, "admin") && stands,
  };
}

/** Possible duplicates, for people who may merge; none for an erased customer. */
async function suggestDuplicates(actor: StaffActor, customer: Customer): Promise<Duplicate[]> {
  if (!hasRole(actor, "admin") || customer.erased_at !== null || customer.merged_into !== null)
    return [];
  return (await findDuplicates(actor, customer.id)).data;
}

/** The record to merge with; null if missing or without permission. */
async function readOther(
  actor: StaffActor,
  id: string | null,
): Promise<CustomerWithBookings | null> {
  if (id === null || !hasRole(actor, "admin")) return null;
  const other = await orNull(getCustomer(actor, id));
  return other?.erased_at === null && other.merged_into === null ? other : null;
}
