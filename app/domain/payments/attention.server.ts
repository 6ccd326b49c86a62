import sql from "sql-template-tag";
import type { AttentionItem } from "~/contract/attention";
import { pool } from "~/lib/db.server";
import { formatMoney } from "~/lib/money";
import { toRfc3339 } from "~/lib/time";
import { balanceOf } from "../bookings/balance";
import type { BookingRow } from "../bookings/booking-row";
import { PAID_AMOUNT } from "../accounting/booking-money.sql.server";
import type { DisputeRow } from "./disputes.sql.server";
import { type ConnectionProblem, connectionProblems } from "./keep-ability.server";
import type { Unpayable } from "./payable.server";

export type ToLookAt = Pick<AttentionItem, "kind" | "message"> & Partial<AttentionItem>;

/** How many of each kind are told at once. */
const MOST = 20;

const messages = {
  amount_mismatch:
    "The payment provider took another amount than the booking costs. The booking is not paid; compare both, and refund or correct it.",
  refund_failed:
    "A refund did not go through. The money is on your account at the payment provider; return it in another way or try again.",
} as const;

/**
 * Bookings whose price and money differ: a person asks for the rest, gives it back, or writes it off. What is on its way back already, and
 * what a failed refund tells of, is not told twice.
 */
export async function unsettledBalances(tenantId: string, locale: string): Promise<ToLookAt[]> {
  const found = await pool.query<BookingRow>(
    sql`select b.*, ${PAID_AMOUNT} from booking b where b.tenant_id = ${tenantId} and b.unsettled_since is not null
          and not exists (select 1 from refund r where r.tenant_id = b.tenant_id and r.booking_id = b.id and r.status in ('requested', 'pending'))
          and not exists (select 1 from payment p where p.tenant_id = b.tenant_id and p.booking_id = b.id and p.attention = 'refund_failed')
        order by b.unsettled_since desc limit ${MOST}`,
  );
  return found.rows.flatMap((row) => {
    const balance = balanceOf(row);
    if (balance === 0) return []; // settled by what has not looked at the mark
    const amount = formatMoney(Math.abs(balance), row.currency ?? "EUR", locale);
    const message =
      balance > 0
        ? `${row.customer_name} owes ${amount} more. Send the payment link, take it at the desk, or write it off.`
        : `${row.customer_name} paid ${amount} too much. Refund it, or keep it.`;
    const at = toRfc3339(row.unsettled_since!.getTime());
    return [
      { kind: balance > 0 ? ("balance_due" as const) : ("balance_owed" as const), message, booking_id: row.id, at },
    ];
  });
}

/** Money that does not agree with its booking, and offers that ask for money nobody can pay. */
export async function paymentsToLookAt(tenantId: string): Promise<ToLookAt[]> {
  const payments = await pool.query<{
    id: string;
    booking_id: string;
    attention: keyof typeof messages;
    updated_at: Date;
  }>(
    sql`select id, booking_id, attention, updated_at from payment
        where tenant_id = ${tenantId} and attention is not null order by updated_at desc limit ${MOST}`,
  );
  return [
    ...payments.rows.map(({ id, booking_id, attention, updated_at }) => ({
      kind: attention,
      message: messages[attention],
      booking_id,
      payment_id: id,
      at: toRfc3339(updated_at.getTime()),
    })),
    ...(await openDisputes(tenantId)),
    ...(await unpayableOffers(tenantId)),
  ];
}

type OpenDispute = Pick<
  DisputeRow,
  "booking_id" | "payment_id" | "amount" | "currency" | "respond_by" | "created_at"
> & {
  customer_name: string;
  locale: string;
  time_zone: string;
};

/** Disputes that want an answer, the one that is due soonest first. */
async function openDisputes(tenantId: string): Promise<ToLookAt[]> {
  const found = await pool.query<OpenDispute>(
    sql`select d.booking_id, d.payment_id, d.amount, d.currency, d.respond_by, d.created_at, b.customer_name, t.locale, t.time_zone
        from dispute d
        join booking b on b.tenant_id = d.tenant_id and b.id = d.booking_id
        join tenant t on t.id = d.tenant_id
        where d.tenant_id = ${tenantId} and d.closed_at is null order by d.respond_by nulls last, d.created_at limit ${MOST}`,
  );
  return found.rows.map(({ customer_name, amount, currency, respond_by, created_at, locale, time_zone, ...of }) => {
    const what = `${customer_name} disputes ${formatMoney(amount, currency, locale)} at their bank.`;
    const until = (by: Date) => new Intl.DateTimeFormat("en-GB", { timeZone: time_zone, dateStyle: "long" }).format(by);
    return {
      kind: "payment_disputed" as const,
      message:
        respond_by === null
          ? `${what} Your answer is under review.`
          : `${what} Respond at your payment provider by ${until(respond_by)}.`,
      ...of,
      at: toRfc3339(created_at.getTime()),
      expires_at: respond_by && toRfc3339(respond_by.getTime()),
    };
  });
}

interface UnpayableOffer {
  id: string;
  name: string;
  unpayable: Unpayable | null;
  takes_payments: boolean;
}

/** Services that ask for money nobody can pay, and, before them, why nobody can pay anything. */
async function unpayableOffers(tenantId: string): Promise<ToLookAt[]> {
  const connections = await pool.query<{ problem: ConnectionProblem | null; can_take_payments: boolean }>(
    sql`select problem, can_take_payments from payment_connection where tenant_id = ${tenantId} and status = 'active'`,
  );
  const services = await pool.query<UnpayableOffer>(
    sql`select s.id, s.name, s.unpayable, t.takes_payments from schedule s join tenant t on t.id = s.tenant_id
        where s.tenant_id = ${tenantId} and s.active and s.requires_payment and coalesce(s.price_amount, 0) > 0
          and (not t.takes_payments or s.unpayable is not null)
        order by s.name limit ${MOST}`,
  );
  const isConnected = connections.rows.length > 0;
  const account = connections.rows.flatMap(({ problem }): ToLookAt[] =>
    problem === null ? [] : [{ kind: "not_payable", message: connectionProblems[problem] }],
  );
  const ofServices = services.rows.map(({ id, name, unpayable, takes_payments }): ToLookAt | null => {
    if (unpayable !== null)
      return {
        kind: "not_payable",
        message: `"${name}" is closed for online booking: ${reasons[unpayable]}`,
        schedule_id: id,
      };
    // Said once, for the account.
    if (takes_payments || account.length > 0) return null;
    const why = isConnected ? "the payment account takes no payments" : "no payment account is connected";
    const message = `"${name}" asks for payment, but ${why}, so visitors cannot book it online.`;
    return { kind: "payments_not_connected", message, schedule_id: id };
  });
  return [...account, ...ofServices.filter((one) => one !== null)];
}

const reasons: Record<Unpayable, string> = {
  amount_below_minimum: "its price is below the minimum of the payment provider. Raise the price.",
  amount_not_supported: "its price cannot be charged exactly in its currency. Change the price.",
  fee_not_possible: "the platform's fee cannot be taken of its price. Change the price or its currency.",
};
