import type { OpenedApproval } from "~/domain/approvals/open-approval-link.server";
import { referenceOf } from "~/domain/bookings/read/booking-reference";
import { dashboardUrl } from "~/domain/bookings/read/dashboard-url.server";
import { momentOf, whenOf, zoneName } from "~/domain/bookings/read/booking-time";
import { answersOf } from "~/domain/email/mail-values";
import { formatMoney } from "~/lib/money";

/** The booking for the deciding member, in the company's time zone. */
export type ApprovalView = ReturnType<typeof toApprovalView>;

export function toApprovalView(
  { action, other_url, booking, state, tenant }: OpenedApproval,
  locale: string,
) {
  const { row, schedule } = booking;
  const reading = { locale, time_zone: tenant.time_zone };
  return {
    action,
    state,
    other_url,
    guest: row.customer_name,
    email: row.customer_email,
    phone: row.customer_phone,
    when: whenOf(row.starts_at, row.ends_at, reading),
    zone: zoneName(row.starts_at, reading),
    service: schedule === null ? row.resource_name : `${schedule.name} · ${row.resource_name}`,
    party_size: row.party_size,
    price:
      row.price_amount && row.currency ? formatMoney(row.price_amount, row.currency, locale) : null,
    notes: row.notes,
    // Only admins read sensitive answers, and only in the dashboard.
    answers: answersOf(
      row.answers.filter(({ sensitive }) => !sensitive),
      [],
    )?.split("\n"),
    reference: referenceOf(row.reference),
    held_until: row.expires_at && momentOf(row.expires_at, reading),
    dashboard_url: dashboardUrl(row.reference),
  };
}
