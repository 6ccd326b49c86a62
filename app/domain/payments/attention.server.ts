import type { AttentionItem } from "~/contract/attention";
import { readerLocale, type TenantTime, whenWriter } from "~/i18n/tenant-time";
import { msg, t } from "~/i18n/text";
import { pool } from "~/lib/db.server";
import { isolate } from "~/lib/isolate";
import { formatMoney } from "~/lib/money";
import { inOneTrip, type Reads } from "~/lib/one-trip.sql.server";
import { toRfc3339 } from "~/lib/time";
import { balanceOf } from "../bookings/read/balance";
import {
  findMarked,
  findOpenDisputes,
  findOwedCash,
  findProblems,
  findStuck,
  findUnbalanced,
  findUnpayable,
  type MarkedPayment,
} from "./attention.sql.server";
import { connectionProblems } from "./can-take-payments.server";
import type { Unpayable } from "./payable.server";

/** The company, and its people's language and time format. */
export interface AttentionTenant extends TenantTime {
  id: string;
}

export type Alert = Pick<AttentionItem, "kind" | "message"> & Partial<AttentionItem>;

/**
 * Bookings whose price and payments differ: a person collects, refunds or writes off the
 * difference. Excludes pending refunds, and failed ones, which have a separate alert.
 */
export async function unsettledBalances(tenant: AttentionTenant, reads?: Reads): Promise<Alert[]> {
  const when = whenWriter(tenant);
  return (await findUnbalanced(tenant.id, reads)).flatMap((row) => {
    const balance = balanceOf(row);
    if (balance === 0) return []; // settled by code that does not update the mark
    const amount = formatMoney(Math.abs(balance), row.currency ?? "EUR", readerLocale(tenant));
    const values = { guest: isolate(row.customer_name), amount, time: when(row.starts_at) };
    const message =
      balance > 0 && row.lost_amount > 0
        ? t(
            "{{guest}}’s bank took back {{amount}} for {{time}}. Collect it another way, or write it off.",
            {
              ...values,
              amount: formatMoney(row.lost_amount, row.currency ?? "EUR", readerLocale(tenant)),
            },
          )
        : balance > 0
          ? t(
              "{{guest}} owes {{amount}} for {{time}}. Send a payment link, take it at the desk, or write it off.",
              values,
            )
          : t("{{guest}} paid {{amount}} too much for {{time}}. Refund it, or keep it.", values);
    const at = toRfc3339(row.unsettled_since!.getTime());
    return [
      {
        kind: balance > 0 ? ("balance_due" as const) : ("balance_owed" as const),
        message,
        booking_id: row.id,
        at,
      },
    ];
  });
}

/** Payments that do not match their booking, and services whose payment cannot be taken. */
export async function paymentAlerts(
  tenantId: string,
  reads: Reads = inOneTrip(pool),
): Promise<Alert[]> {
  const found = await Promise.all([
    markedPayments(tenantId, reads),
    owedCash(tenantId, reads),
    stuckPayments(tenantId, reads),
    openDisputes(tenantId, reads),
    unpayableServices(tenantId, reads),
  ]);
  return found.flat();
}

/** Payments of another amount than their booking's, and failed refunds. */
async function markedPayments(tenantId: string, reads: Reads): Promise<Alert[]> {
  return (await findMarked(tenantId, reads)).map((payment) => ({
    kind: payment.attention,
    message: markedMessage(payment),
    booking_id: payment.booking_id,
    payment_id: payment.id,
    at: toRfc3339(payment.updated_at.getTime()),
  }));
}

function markedMessage(payment: MarkedPayment): string {
  const write = (amount: number) => formatMoney(amount, payment.currency, readerLocale(payment));
  const guest = isolate(payment.customer_name);
  if (payment.attention === "fee_unpaid")
    return t(
      "The card of {{guest}} was refused for a fee of {{amount}}. They have a payment link.",
      {
        guest,
        amount: write(payment.amount),
      },
    );
  return payment.attention === "amount_mismatch"
    ? t(
        "Amount mismatch for {{guest}}: {{paid}} collected, booking costs {{price}}. Refund or correct it.",
        {
          guest,
          paid: write(payment.amount),
          price: write(payment.price_amount ?? 0),
        },
      )
    : t("Refund failed for {{guest}} ({{amount}}). Retry, or return it another way.", {
        guest,
        amount: write(payment.failed_amount ?? payment.amount),
      });
}

/** Cash owed to guests after a cancellation or a refund, the oldest first. */
async function owedCash(tenantId: string, reads: Reads): Promise<Alert[]> {
  return (await findOwedCash(tenantId, reads)).map(
    ({ booking_id, customer_name, amount, currency, locale, since }) => ({
      kind: "cash_owed",
      message: t("{{guest}} is owed {{amount}}. Hand it back, then confirm it in the booking.", {
        guest: isolate(customer_name),
        amount: formatMoney(amount, currency, readerLocale({ locale })),
      }),
      booking_id,
      at: toRfc3339(since.getTime()),
    }),
  );
}

/** Payments whose state at the provider cannot be stored. */
async function stuckPayments(tenantId: string, reads: Reads): Promise<Alert[]> {
  return (await findStuck(tenantId, reads)).map(
    ({ id, booking_id, customer_name, amount, currency, locale, stuck_since }) => ({
      kind: "payment_stuck",
      message: t(
        "The payment of {{amount}} by {{guest}} can’t be updated. We keep retrying; contact support if this stays.",
        {
          guest: isolate(customer_name),
          amount: formatMoney(amount, currency, readerLocale({ locale })),
        },
      ),
      booking_id,
      payment_id: id,
      at: toRfc3339(stuck_since.getTime()),
    }),
  );
}

/** Disputes that await a response, by deadline. */
async function openDisputes(tenantId: string, reads: Reads): Promise<Alert[]> {
  const found = await findOpenDisputes(tenantId, reads);
  return found.map(
    ({ customer_name, amount, currency, respond_by, created_at, locale, time_zone, ...of }) => {
      const language = readerLocale({ locale });
      const values = {
        guest: isolate(customer_name),
        amount: formatMoney(amount, currency, language),
      };
      const until = (by: Date) =>
        new Intl.DateTimeFormat(language, { timeZone: time_zone, dateStyle: "long" }).format(by);
      return {
        kind: "payment_disputed" as const,
        message:
          respond_by === null
            ? t("{{guest}} disputed {{amount}}. Your response is under review.", values)
            : t("{{guest}} disputed {{amount}}. Respond at your payment provider by {{date}}.", {
                ...values,
                date: until(respond_by),
              }),
        ...of,
        at: toRfc3339(created_at.getTime()),
        expires_at: respond_by && toRfc3339(respond_by.getTime()),
      };
    },
  );
}

/**
 * Services whose required payment cannot be taken, preceded by reasons that affect the whole
 * account.
 */
async function unpayableServices(tenantId: string, reads: Reads): Promise<Alert[]> {
  const [problems, services] = await Promise.all([
    findProblems(tenantId, reads),
    findUnpayable(tenantId, reads),
  ]);
  const account = problems.flatMap((problem): Alert[] =>
    problem === null ? [] : [{ kind: "not_payable", message: t(connectionProblems[problem]) }],
  );
  const ofServices = services.map(({ id, name, unpayable, takes_payments }): Alert | null => {
    if (unpayable !== null)
      return {
        kind: "not_payable",
        message: t(UNPAYABLE[unpayable], { service: isolate(name) }),
        schedule_id: id,
      };
    // Reported once, for the account.
    if (takes_payments || account.length > 0) return null;
    const service = isolate(name);
    const message =
      problems.length > 0
        ? t(
            "{{service}} can’t be booked online: your payment account takes no payments. Check the account.",
            { service },
          )
        : t("{{service}} can’t be booked online: it requires payment. Connect a payment account.", {
            service,
          });
    return { kind: "payments_not_connected", message, schedule_id: id };
  });
  return [...account, ...ofServices.filter((one) => one !== null)];
}

const UNPAYABLE = {
  amount_below_minimum: msg(
    "{{service}} can’t be booked online: its price is below the payment provider’s minimum. Raise the price.",
  ),
  amount_above_maximum: msg(
    "{{service}} can’t be booked online: its price is above the payment provider’s maximum. Lower the price.",
  ),
  amount_not_supported: msg(
    "{{service}} can’t be booked online: its price can’t be charged exactly in its currency. Change the price.",
  ),
  fee_not_possible: msg(
    "{{service}} can’t be booked online: its price leaves no room for the platform fee. Change the price or currency.",
  ),
} satisfies Record<Unpayable, string>;
