import type { AttentionItem } from "~/contract/attention";
import { formatMoney } from "~/lib/money";
import { toRfc3339 } from "~/lib/time";
import { balanceOf } from "../bookings/balance";
import {
  findMarked,
  findOpenDisputes,
  findProblems,
  findUnbalanced,
  findUnpayable,
  type PaymentAttention,
} from "./attention.sql.server";
import { connectionProblems } from "./can-take-payments.server";
import type { Unpayable } from "./payable.server";

export type Alert = Pick<AttentionItem, "kind" | "message"> & Partial<AttentionItem>;

const messages: Record<PaymentAttention, string> = {
  amount_mismatch:
    "The payment provider took another amount than the booking costs. The booking is not paid; compare both, and refund or correct it.",
  refund_failed:
    "A refund did not go through. The money is on your account at the payment provider; return it in another way or try again.",
};

/**
 * Bookings whose price and payments differ: a person collects, refunds or writes off the difference. Pending refunds, and failed ones
 * with an alert of their own, are left out.
 */
export async function unsettledBalances(tenantId: string, locale: string): Promise<Alert[]> {
  return (await findUnbalanced(tenantId)).flatMap((row) => {
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
export async function paymentAlerts(tenantId: string): Promise<Alert[]> {
  const payments = await findMarked(tenantId);
  return [
    ...payments.map(({ id, booking_id, attention, updated_at }) => ({
      kind: attention,
      message: messages[attention],
      booking_id,
      payment_id: id,
      at: toRfc3339(updated_at.getTime()),
    })),
    ...(await openDisputes(tenantId)),
    ...(await unpayableServices(tenantId)),
  ];
}

/** Disputes that want an answer, the one that is due soonest first. */
async function openDisputes(tenantId: string): Promise<Alert[]> {
  const found = await findOpenDisputes(tenantId);
  return found.map(({ customer_name, amount, currency, respond_by, created_at, locale, time_zone, ...of }) => {
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

/** Services that ask for money nobody can pay, and, before them, why nobody can pay anything. */
async function unpayableServices(tenantId: string): Promise<Alert[]> {
  const problems = await findProblems(tenantId);
  const services = await findUnpayable(tenantId);
  const account = problems.flatMap((problem): Alert[] =>
    problem === null ? [] : [{ kind: "not_payable", message: connectionProblems[problem] }],
  );
  const ofServices = services.map(({ id, name, unpayable, takes_payments }): Alert | null => {
    if (unpayable !== null)
      return {
        kind: "not_payable",
        message: `"${name}" is closed for online booking: ${reasons[unpayable]}`,
        schedule_id: id,
      };
    // Said once, for the account.
    if (takes_payments || account.length > 0) return null;
    const why = problems.length > 0 ? "the payment account takes no payments" : "no payment account is connected";
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
