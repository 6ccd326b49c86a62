import { isDeepStrictEqual } from "node:util";
import sql from "sql-template-tag";
import { AnalyticsQuery } from "~/contract/analytics";
import { BookingFilter } from "~/contract/booking-filter";
import { BookingPatch, NewWidgetBooking, StatusChange } from "~/contract/booking-inputs";
import type { Booking } from "~/contract/bookings";
import { PageQuery } from "~/contract/common";
import { HandBack, NewRefund } from "~/contract/payments";
import { FeeDecision } from "~/contract/card-on-file";
import { TenantPatch } from "~/contract/tenant";
import { ProviderError } from "~/adapters/payments/port";
import { readAnalytics } from "~/domain/analytics/read-analytics.server";
import { listAttention } from "~/domain/attention/list-attention.server";
import { cancelByCustomer } from "~/domain/bookings/change/cancel-by-customer.server";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { sweepHolds } from "~/domain/bookings/change/expire-holds.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import { listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import { moveBooking } from "~/domain/bookings/change/move-booking.server";
import { findKey } from "~/domain/api-keys/find-key.server";
import type { CustomerActor, KeyActor, UserActor } from "~/domain/identity/actor";
import { ensureCheckout } from "~/domain/payments/create-checkout.server";
import { decideBookingFee } from "~/domain/payments/decide-fee.server";
import { handBack } from "~/domain/payments/hand-back.server";
import type { Movement } from "~/domain/payments/movements";
import { listMovements, readMoneyTotals } from "~/domain/payments/movements.sql.server";
import { refundBooking } from "~/domain/payments/refund-booking.server";
import { issueDueReceipts } from "~/domain/receipts/issue-receipts.server";
import { updateTenant } from "~/domain/tenants/tenant-profile.server";
import { createWidgetBooking } from "~/domain/widgets/create-widget-booking.server";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { Random } from "../../prisma/seed/random";
import {
  atProviderOf,
  type BookingTerms,
  GONE,
  hasComeIn,
  isFee,
  ON_WAY,
  type PaymentOfBooking,
  type Recount,
  recount,
  sumOf,
} from "./money-recount";
import {
  atProvider,
  letHoldEnd,
  makePaidService,
  takeWebhooks,
  waitingBooking,
  work,
} from "./payment-calls";
import { slotsOf } from "./booking-calls";
import { aCustomer, makeKey, makeSchedule } from "./factory";
import { standIn } from "./payments-on";

// Random operations on bookings and payments through the product's API, with a provider that
// sometimes fails, and invariants checked after each of them and at the end.

const HOUR = 3_600_000;
const FAULT_SHARE = 0.1;
/** Full refund ten days ahead, half of it five days ahead, then nothing. */
const TIERS = [
  { hours_before: 240, refund_pct: 100 },
  { hours_before: 120, refund_pct: 50 },
];
/** Fees of the service that keeps cards; a cancellation within 20 days is late. */
const FEES = {
  late_cancellation: { amount: 1000 },
  no_show: { percent: 50 },
  window_minutes: 28_800,
};
const AGREED = { late_cancellation_amount: 1000, no_show_amount: 2000 };
const AGREED_OF: Record<string, number> = { late_cancellation: 1000, no_show: 2000 };
const LIVE = ["pending", "confirmed", "paid", "completed", "no_show"];
/** Dispute statuses of the provider's pinned API, plus an unknown one. */
const DISPUTE_OUTCOMES = [
  "warning_needs_response",
  "needs_response",
  "warning_under_review",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
  "won",
  "lost",
  "prevented",
  "warning_closed",
  "mediation",
];

/** Operations by booking status; each is also tried where it isn't allowed. */
const UNPAID = [
  "checkout",
  "pay",
  "pay",
  "pay",
  "pay_later",
  "pay_later",
  "paid_at_desk",
  "part_at_desk",
  "checkout_ends",
  "party",
] as const;
const PAID = [
  "pay",
  "paid_at_desk",
  "part_at_desk",
  "attended",
  "party",
  "party",
  "party",
  "smaller_then_cancelled",
  "guest_moves",
  "guest_moves",
  "guest_moves",
  "staff_move",
  "guest_cancels",
  "staff_cancel",
  "refund",
  "refund",
  "write_off",
  "hand_back",
  "dispute",
  "dispute_moves",
  "dispute_moves",
  "dispute_moves",
  "refund_turns",
  "charge_fee",
  "stop_fee",
  "pay_fee",
  "refund_fee",
  "news",
  "work",
] as const;
const ENDED = [
  "charge_fee",
  "charge_fee",
  "pay_fee",
  "refund_fee",
  "dispute",
  "dispute_moves",
  "dispute_moves",
  "refund",
  "refund_turns",
  "hand_back",
  "work",
] as const;
const ALWAYS = ["hold_ends", "news", "news_lost", "work", "guest_cancels"] as const;
const EVERYTHING = [...new Set([...UNPAID, ...PAID, ...ENDED, ...ALWAYS])];
type Operation = (typeof EVERYTHING)[number];

function usualFor({ status, payment_status }: BookingTerms): readonly Operation[] {
  if (!LIVE.includes(status)) return ENDED;
  return ["paid", "partially_refunded", "refunded"].includes(payment_status) ? PAID : UNPAID;
}

/** State of a booking that its rows don't contain. */
interface BookingState {
  id: string;
  /** The start that its refund tier is based on. */
  tier_start: number;
  /**
   * A balance was written off, more than a credit was refunded, or it was cancelled: part of the
   * price is no longer due.
   */
  may_write_off: boolean;
  /** Its cancellation; null if not cancelled. */
  cancelled: Cancelled | null;
}

/** The rows at cancellation, and the refund due by the applied rule. */
interface Cancelled {
  before: Recount;
  expected: number;
  rule: string;
  /** Refunds that existed when it was cancelled. */
  refund_ids: string[];
}

export interface RandomMoneyReport {
  seed: number;
  operations: number;
  bookings: number;
  faults: number;
  /** How often each operation succeeded and was refused. */
  answers: Record<string, { done: number; refused: number }>;
  /** Number of bookings by final status. */
  ended: Record<string, number>;
  checks: number;
  violations: string[];
}

/** Thrown if there is nothing to operate on. */
const notApplicable = () => new AppError("not_found", "Nothing to operate on.");

class MoneyRun {
  readonly known: BookingState[] = [];
  readonly violations: string[] = [];
  readonly answers: RandomMoneyReport["answers"] = {};
  faults = 0;
  checks = 0;
  private edits = 0;

  constructor(
    readonly owner: UserActor,
    readonly slots: { id: string; schedule_id: string; starts_at: Date }[],
    /** A visitor, and the service whose guests keep a card. */
    readonly visitor: KeyActor,
    readonly withCard: string,
    readonly random: Random,
  ) {}

  /** One operation on a random booking, usually one allowed in its status. */
  async step(number: number): Promise<void> {
    const one = await this.choose();
    const { booking } = await recount(this.owner.tenant.id, one.id);
    const name = this.random.of(this.random.chance(0.8) ? usualFor(booking) : EVERYTHING);
    await this.maybeFault();
    const count = (this.answers[name] ??= { done: 0, refused: 0 });
    try {
      await this.operations[name](one);
      count.done++;
    } catch (error) {
      if (!(error instanceof AppError || error instanceof ProviderError)) {
        const cause = error instanceof Error ? error.message : String(error);
        this.violations.push(`#${number} ${name}: ${cause}`);
      }
      count.refused++;
    }
    for (const problem of await this.answersOf(one))
      this.violations.push(`#${number} ${name}: ${problem}`);
  }

  /** Sometimes a new booking; otherwise mostly active ones, because others change little. */
  private async choose(): Promise<BookingState> {
    const found = await pool.query<{ id: string }>(
      sql`select id from booking where tenant_id = ${this.owner.tenant.id} and status = any(${LIVE}::text[])`,
    );
    const live = this.known.filter(({ id }) => found.rows.some((row) => row.id === id));
    if (live.length < 4 || this.random.chance(0.03)) return this.book();
    return this.random.of(this.random.chance(0.75) ? live : this.known);
  }

  private readonly operations: Record<Operation, (one: BookingState) => Promise<unknown>> = {
    checkout: ({ id }) => ensureCheckout(this.owner, id, {}),
    pay: (one) => this.payAtProvider(one, "pay"),
    pay_later: (one) => this.payAtProvider(one, this.random.of(["later", "succeeded", "failed"])),
    checkout_ends: (one) => this.payAtProvider(one, this.random.of(["expire", "fail"])),
    paid_at_desk: ({ id }) =>
      this.become(id, {
        status: this.random.of(["paid", "paid", "completed"]),
        payment_method: "offline",
      }),
    part_at_desk: async ({ id }) => {
      const { deposit_amount, balance_amount } = await getBooking(this.owner, id);
      const part = this.random.chance(0.5) ? deposit_amount : null;
      const offline_amount = part ?? Math.ceil(Math.max(balance_amount, 2) / 2);
      await this.become(id, { status: "paid", payment_method: "offline", offline_amount });
    },
    attended: ({ id }) => this.become(id, { status: this.random.of(["completed", "no_show"]) }),
    party: ({ id }) =>
      editBooking(
        this.owner,
        id,
        BookingPatch.parse({ party_size: this.random.int(3) + 1, notify: false }),
      ),
    /** Creates credit first: the party shrinks and the booking is cancelled, in any tier. */
    smaller_then_cancelled: async (one) => {
      await editBooking(this.owner, one.id, BookingPatch.parse({ party_size: 1, notify: false }));
      await this.cancel(one, this.random.chance(0.5) ? "guest" : "policy");
    },
    guest_moves: (one) => this.moveAsGuest(one),
    staff_move: ({ id }) =>
      editBooking(
        this.owner,
        id,
        BookingPatch.parse({ slot_id: this.random.of(this.slots).id, notify: false }),
      ),
    guest_cancels: (one) => this.cancel(one, "guest"),
    staff_cancel: (one) =>
      this.cancel(one, this.random.of(["policy", "policy", "none", "full", "amount"])),
    refund: async (one) => {
      const amount = this.random.chance(0.5) ? this.random.int(2000) + 1 : undefined;
      await refundBooking(this.owner, one.id, NewRefund.parse({ amount }), null);
      one.may_write_off = true;
    },
    write_off: async (one) => {
      await refundBooking(this.owner, one.id, NewRefund.parse({ write_off: true }), null);
      one.may_write_off = true;
    },
    hand_back: async ({ id }) => {
      const { refunds } = await handBack(this.owner, id, HandBack.parse({}), null);
      if (refunds.length === 0) throw notApplicable();
    },
    charge_fee: async ({ id }) => {
      const { kind } = await this.feeOf(id);
      const amount = this.random.chance(0.3) ? this.random.int(2500) + 1 : undefined;
      await this.decideFee(id, { kind, decision: "charge", amount });
    },
    stop_fee: async ({ id }) => {
      const { kind } = await this.feeOf(id);
      await this.decideFee(id, { kind, decision: "stop" });
    },
    pay_fee: async (one) => {
      const { kind } = await this.feeOf(one.id);
      const { checkout } = await ensureCheckout(this.asGuest(one), one.id, {}, { fee: kind });
      await atProvider(checkout.session_id, this.random.of(["pay", "pay", "expire"]));
      if (this.random.chance(0.7)) await takeWebhooks(this.owner);
    },
    refund_fee: async ({ id }) => {
      const { payments } = await recount(this.owner.tenant.id, id);
      const paid = payments.find((payment) => isFee(payment) && hasComeIn(payment));
      if (paid === undefined) throw notApplicable();
      const amount = this.random.int(paid.amount) + 1;
      await refundBooking(this.owner, id, NewRefund.parse({ payment_id: paid.id, amount }), null);
    },
    dispute: (one) => this.dispute(one),
    dispute_moves: (one) => this.moveDispute(one),
    refund_turns: (one) => this.turnRefund(one),
    hold_ends: async ({ id }) => {
      const { booking } = await recount(this.owner.tenant.id, id);
      if (booking.status !== "pending") throw notApplicable();
      await letHoldEnd(this.owner, id);
      await sweepHolds();
    },
    news: () => takeWebhooks(this.owner),
    news_lost: () => {
      standIn.received.length = 0;
      return Promise.resolve();
    },
    work: () => work(this.owner),
  };

  private async book(): Promise<BookingState> {
    const slot = this.random.of(this.slots);
    const id =
      slot.schedule_id === this.withCard
        ? await this.bookWithCard(slot.id)
        : await waitingBooking(this.owner, slot.id);
    const one = { id, tier_start: slot.starts_at.getTime(), may_write_off: false, cancelled: null };
    this.known.push(one);
    return one;
  }

  private async bookWithCard(slot_id: string): Promise<string> {
    const input = NewWidgetBooking.parse({
      slot_id,
      customer: aCustomer(),
      card_terms: AGREED,
    });
    const { booking } = await createWidgetBooking(this.visitor, input, null, "203.0.113.7");
    return booking.id;
  }

  private async feeOf(id: string): Promise<Booking["fees"][number]> {
    const { fees } = await getBooking(this.owner, id);
    if (fees.length === 0) throw notApplicable();
    return this.random.of(fees);
  }

  private decideFee = (id: string, input: object) =>
    decideBookingFee(this.owner, id, FeeDecision.parse(input), null);

  private become = (id: string, input: object) =>
    changeBookingStatus(this.owner, id, StatusChange.parse({ notify: false, ...input }), null);

  private async sessionsOf(id: string): Promise<string[]> {
    const { payments } = await recount(this.owner.tenant.id, id);
    return payments.flatMap(({ session_id }) => session_id ?? []);
  }

  private async payAtProvider({ id }: BookingState, outcome: string): Promise<void> {
    const { payments } = await recount(this.owner.tenant.id, id);
    const own = payments.filter((one) => !isFee(one) && one.session_id !== null).at(-1);
    const session =
      own?.session_id ?? (await ensureCheckout(this.owner, id, {})).checkout.session_id;
    // Cards that are kept may be refused later.
    await atProvider(session, outcome, this.random.chance(0.3) ? "card_declined" : undefined);
    if (this.random.chance(0.7)) await takeWebhooks(this.owner);
  }

  private async moveAsGuest(one: BookingState): Promise<void> {
    const { booking } = await recount(this.owner.tenant.id, one.id);
    const now = clock.now();
    await moveBooking(this.asGuest(one), one.id, {
      target: { kind: "slot", slot_id: this.random.of(this.slots).id },
    });
    const from = Math.min(booking.starts_at.getTime(), one.tier_start);
    // In a lower tier, moving doesn't restore the full refund.
    const after = await recount(this.owner.tenant.id, one.id);
    if (after.booking.starts_at.getTime() !== booking.starts_at.getTime())
      one.tier_start = tierOf(from, now) < 100 ? from : Infinity;
  }

  private asGuest = ({ id }: BookingState): CustomerActor => ({
    kind: "customer",
    tenant: this.owner.tenant,
    request_id: null,
    booking_id: id,
  });

  private async cancel(
    one: BookingState,
    rule: "guest" | "policy" | "none" | "full" | "amount",
  ): Promise<void> {
    const before = await recount(this.owner.tenant.id, one.id);
    const amount =
      rule === "amount" ? Math.min(this.random.int(2500), before.refundable) : undefined;
    const expected = amount ?? this.expectedRefund(one, before, rule);
    const input = {
      status: "cancelled",
      ...(isByPolicy(rule) ? {} : { refund: { mode: rule, amount } }),
    };
    if (rule === "guest") await cancelByCustomer(this.asGuest(one), {});
    else await this.become(one.id, input);
    if (before.booking.status === "cancelled") return;
    const after = await recount(this.owner.tenant.id, one.id);
    one.may_write_off = true;
    one.cancelled = { before, expected, rule, refund_ids: after.refunds.map(({ id }) => id) };
    const requested = sumOf(after.refunds) - sumOf(before.refunds);
    if (requested !== expected)
      this.violations.push(
        `cancelled by ${rule}: ${requested} go back, ${expected} have to (${describe(before)})`,
      );
  }

  private expectedRefund(one: BookingState, before: Recount, rule: string): number {
    if (rule === "none") return 0;
    if (rule === "full") return before.refundable;
    const { price_amount: price, written_off_amount: off, starts_at } = before.booking;
    const captured = before.paid + before.returned;
    const credit = Math.max(captured - before.returned - before.on_way + off - price, 0);
    const start = Math.min(starts_at.getTime(), one.tier_start);
    const paid = Math.min(price, captured);
    const wanted = price - Math.min(Math.max(off, 0), price - paid);
    const kept = wanted - Math.floor((wanted * tierOf(start, clock.now())) / 100);
    const ofPrice = Math.max(paid - kept, 0);
    return Math.min(credit + ofPrice, before.refundable);
  }

  private async dispute({ id }: BookingState): Promise<void> {
    const { payments } = await recount(this.owner.tenant.id, id);
    const paid = payments.filter((one) => one.session_id && atProviderOf(one).taken > 0);
    if (paid.length === 0) throw notApplicable();
    await standIn.control(`payments/${this.random.of(paid).session_id}/dispute`, {});
    if (this.random.chance(0.7)) await takeWebhooks(this.owner);
  }

  private async moveDispute({ id }: BookingState): Promise<void> {
    const sessions = await this.sessionsOf(id);
    const own = Object.values(standIn.sandbox.state.data.disputes).filter(({ object }) =>
      sessions.some((session) => {
        const intent = standIn.sandbox.state.data.sessions[session]?.object.payment_intent;
        return intent !== undefined && intent !== null && object.payment_intent === intent;
      }),
    );
    if (own.length === 0) throw notApplicable();
    const outcome = this.random.of(DISPUTE_OUTCOMES);
    await standIn.control(`disputes/${this.random.of(own).object.id}/outcome`, { outcome });
    if (this.random.chance(0.7)) await takeWebhooks(this.owner);
  }

  private async turnRefund(one: BookingState): Promise<void> {
    const sessions = await this.sessionsOf(one.id);
    const intents = sessions.map(
      (session) => standIn.sandbox.state.data.sessions[session]?.object.payment_intent,
    );
    const own = Object.values(standIn.sandbox.state.data.refunds).filter(
      ({ object }) =>
        object.payment_intent !== null && intents.includes(object.payment_intent as string),
    );
    if (own.length === 0) throw notApplicable();
    const outcome = this.random.of(["failed", "pending", "succeeded"]);
    const { object } = this.random.of(own);
    // Money returned to the account isn't sent again by the same refund.
    if (object.status === "failed") throw notApplicable();
    await standIn.control(`refunds/${object.id}/outcome`, { outcome });
    one.may_write_off = true;
    if (this.random.chance(0.7)) await takeWebhooks(this.owner);
  }

  /** The provider fails or doesn't respond in about one of ten operations. */
  private async maybeFault(): Promise<void> {
    if (!this.random.chance(FAULT_SHARE)) return;
    this.faults++;
    const route = this.random.of([
      "POST /v1/refunds",
      "POST /v1/checkout/sessions",
      "POST /v1/payment_intents",
      "GET /v1/checkout/sessions",
    ]);
    const kind = this.random.of([
      "status",
      "no_answer",
      "drop_after_commit",
      "kept_status",
      "kept_after_commit",
    ]);
    const status = this.random.of(
      route === "POST /v1/refunds" ? [500, 503, 429, 400] : [500, 503, 429],
    );
    const fault = {
      route,
      kind: route.startsWith("GET") ? "status" : kind,
      status,
      times: this.random.int(4) + 1,
    };
    await standIn.control("faults", [fault]);
  }

  /** GET, list and PATCH return the same booking, consistent with its rows. */
  private async answersOf({ id, may_write_off }: BookingState): Promise<string[]> {
    this.checks++;
    const rows = await recount(this.owner.tenant.id, id);
    const read = moneyOf(await getBooking(this.owner, id));
    const listed = await this.listed(id);
    const notes = `note ${(this.edits += 1)}`;
    const patched = moneyOf(
      await editBooking(this.owner, id, BookingPatch.parse({ notes, notify: false })),
    );
    const problems: string[] = [];
    for (const [door, answer] of [
      ["list", listed],
      ["PATCH", patched],
    ] as const)
      if (JSON.stringify(answer) !== JSON.stringify(read))
        problems.push(`GET says ${JSON.stringify(read)}, ${door} ${JSON.stringify(answer)}`);
    const { booking, paid, owed } = rows;
    const isLive = LIVE.includes(booking.status);
    if (isLive && booking.price_amount !== paid + read.balance_amount + booking.written_off_amount)
      problems.push(
        `the price is not paid + due + written off: ${describe(rows)}, due ${read.balance_amount}`,
      );
    if (read.due_now_amount !== dueNow(rows, read.balance_amount))
      problems.push(`${read.due_now_amount} is due now: ${describe(rows)}`);
    if (!isLive && read.balance_amount !== 0) problems.push("an ended booking has a balance");
    if (sumOf(rows.refunds.filter(({ status }) => status === "owed")) !== read.owed_amount)
      problems.push(`owed ${owed} in the rows, ${read.owed_amount} in the answer`);
    problems.push(...feeProblems(rows, await getBooking(this.owner, id)));
    if (booking.written_off_amount !== 0 && !may_write_off)
      problems.push(`${booking.written_off_amount} written off by nobody`);
    return problems;
  }

  private async listed(id: string) {
    let cursor: string | undefined;
    do {
      const page = await listBookings(this.owner, BookingFilter.parse({ limit: 100, cursor }));
      const found = page.data.find((one) => one.id === id);
      if (found !== undefined) return moneyOf(found);
      cursor = page.page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return null;
  }

  /** Delivers all webhooks, expires all holds and sends all requested refunds. */
  async comeToRest(): Promise<void> {
    standIn.sandbox.wire.faults = [];
    for (const { id } of this.known) {
      const { booking } = await recount(this.owner.tenant.id, id);
      if (booking.status === "pending") await letHoldEnd(this.owner, id);
    }
    await sweepHolds();
    for (let round = 0; round < 3; round++) {
      await this.readAll();
      await takeWebhooks(this.owner);
    }
  }

  /** Advances the clock until each payment is read again, regardless of webhooks. */
  private async readAll(): Promise<void> {
    await pool.query(
      sql`update payment set next_sync_at = now() where tenant_id = ${this.owner.tenant.id} and provider <> 'offline' and session_id is not null`,
    );
    await work(this.owner);
  }

  async checkAtRest(): Promise<Record<string, number>> {
    const ended: Record<string, number> = {};
    const alerts = await this.alerts();
    const all: Recount[] = [];
    for (const one of this.known) {
      const rows = await recount(this.owner.tenant.id, one.id);
      all.push(rows);
      ended[rows.booking.status] = (ended[rows.booking.status] ?? 0) + 1;
      const problems = [
        ...(await this.answersOf(one)),
        ...againstProvider(rows),
        ...retainedProblems(rows, one.cancelled),
        ...alertProblems(rows, alerts.get(one.id) ?? []),
      ];
      for (const problem of problems) this.violations.push(`at rest, ${one.id}: ${problem}`);
    }
    this.violations.push(...(await this.analyticsProblems(all)));
    this.violations.push(...(await this.booksProblems(all)));
    this.violations.push(...(await this.receiptProblems(all)));
    return ended;
  }

  /** Receipts of each payment add up to what the company has of it, and are numbered in order. */
  private async receiptProblems(all: Recount[]): Promise<string[]> {
    await issueDueReceipts();
    const { rows } = await pool.query<{ no: number; payment_id: string; amount: number }>(
      sql`select no, payment_id, amount from receipt where tenant_id = ${this.owner.tenant.id} order by year, no`,
    );
    const problems = rows.every(({ no }, index) => no === index + 1)
      ? []
      : [`numbers of receipts: ${rows.map(({ no }) => no).join()}`];
    for (const { payments, refunds, disputes } of all)
      for (const payment of payments) {
        const { id, amount } = payment;
        const back = [
          ...refunds.filter((one) => one.payment_id === id && one.status === "succeeded"),
          ...disputes.filter((one) => one.payment_id === id && GONE.includes(one.status)),
        ];
        const kept = hasComeIn(payment) ? amount - sumOf(back) : 0;
        const receipted = sumOf(rows.filter(({ payment_id }) => payment_id === id));
        if (receipted !== kept) problems.push(`receipts of ${id}: ${receipted}, kept ${kept}`);
      }
    return problems;
  }

  private async alerts(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    let cursor: string | undefined;
    do {
      const page = await listAttention(this.owner, PageQuery.parse({ limit: 100, cursor }));
      for (const { booking_id, kind } of page.data)
        if (booking_id != null) found.set(booking_id, [...(found.get(booking_id) ?? []), kind]);
      cursor = page.page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  }

  /** The payments page's figures of a period, and the lines under them, against the recount. */
  private async booksProblems(all: Recount[]): Promise<string[]> {
    const days = 48 * HOUR;
    const from = new Date(clock.now() - days);
    const to = new Date(this.slots.at(-1)!.starts_at.getTime() + days); // a service has times
    const captured = all.flatMap(({ payments }) => payments.filter(hasComeIn));
    const collected = sumOf(captured);
    const back = sumOf(
      all.flatMap(({ refunds }) => refunds.filter(({ status }) => status === "succeeded")),
    );
    const atProviders = captured.filter(isOnline).map(atProviderOf);
    const lost = atProviders.reduce((sum, one) => sum + one.lost, 0);
    const fees =
      atProviders.reduce((sum, one) => sum + one.fee, 0) -
      all.reduce((sum, { fee_returned }) => sum + fee_returned, 0);
    const owing = all
      .filter(({ booking }) => LIVE.includes(booking.status))
      .map(({ booking, paid }) => booking.price_amount - booking.written_off_amount - paid)
      .filter((due) => due > 0);
    const want = {
      currency: "EUR",
      collected,
      refunded: back + lost,
      fees,
      unknown_fees: 0,
      net: collected - back - lost - fees,
      due: owing.reduce((sum, due) => sum + due, 0),
      due_bookings: owing.length,
    };
    const problems: string[] = [];
    const months = await readMoneyTotals(this.owner, { from, to });
    const totals = months.map(({ methods: _methods, ...month }) => month);
    if (!isDeepStrictEqual(totals, [want]))
      problems.push(`the month: ${JSON.stringify(totals)}, the rows ${JSON.stringify(want)}`);
    const byMethod = { collected: 0, refunded: 0 };
    for (const method of months.flatMap(({ methods }) => methods)) {
      byMethod.collected += method.collected;
      byMethod.refunded += method.refunded;
    }
    if (byMethod.collected !== want.collected || byMethod.refunded !== want.refunded)
      problems.push(`by method: ${JSON.stringify(byMethod)}, the rows ${JSON.stringify(want)}`);
    const lines = await this.movements(from, to);
    const listed = { net: 0, fees: 0 };
    for (const { net, fee } of lines) {
      listed.net += net ?? 0;
      listed.fees += fee ?? 0;
    }
    if (listed.net !== want.net || listed.fees !== want.fees)
      problems.push(`the lines: ${JSON.stringify(listed)}, the month ${JSON.stringify(want)}`);
    return problems;
  }

  private async movements(from: Date, to: Date): Promise<Movement[]> {
    const found: Movement[] = [];
    let cursor: string | undefined;
    do {
      const page = await listMovements(this.owner, { from, to, cursor, limit: 7 });
      found.push(...page.data);
      cursor = page.page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  }

  private async analyticsProblems(all: Recount[]): Promise<string[]> {
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const query = AnalyticsQuery.parse({
      from: day(clock.now() - 48 * HOUR),
      to: day(this.slots.at(-1)!.starts_at.getTime() + 48 * HOUR), // the service has slots
      interval: "day",
    });
    const { money, series, by_status } = await readAnalytics(this.owner, query);
    const gross = all.reduce((sum, { payments }) => sum + sumOf(payments.filter(hasComeIn)), 0);
    const back = all.reduce(
      (sum, { refunds }) => sum + sumOf(refunds.filter(({ status }) => status === "succeeded")),
      0,
    );
    const owed = all.reduce(
      (sum, { refunds }) => sum + sumOf(refunds.filter(({ status }) => status === "owed")),
      0,
    );
    const lost = all.reduce(
      (sum, { payments }) =>
        sum + payments.filter(isOnline).reduce((total, one) => total + atProviderOf(one).lost, 0),
      0,
    );
    const fees = all.reduce((sum, one) => sum + one.fees, 0);
    const deposits = all.filter(isDepositHeld).reduce((sum, { paid }) => sum + paid, 0);
    const want = { gross, refunds: back + lost, owed, deposits, fees, net: gross - back - lost };
    const problems: string[] = [];
    const totals = [
      ["the range", money.filter(({ currency }) => currency === "EUR")],
      ["its days", series.flatMap((one) => one.money)],
    ] as const;
    for (const [name, rows] of totals) {
      const sum = (key: keyof typeof want) => rows.reduce((total, row) => total + row[key], 0);
      const found = {
        gross: sum("gross"),
        refunds: sum("refunds"),
        owed: sum("owed"),
        deposits: sum("deposits"),
        fees: sum("fees"),
        net: sum("net"),
      };
      if (JSON.stringify(found) !== JSON.stringify(want))
        problems.push(
          `analytics of ${name}: ${JSON.stringify(found)}, the rows ${JSON.stringify(want)}`,
        );
    }
    const counted = Object.values(by_status).reduce((sum, count) => sum + count, 0);
    if (counted !== all.length)
      problems.push(`analytics count ${counted} of ${all.length} bookings`);
    return problems;
  }
}

/** The deposit of a booking that is still to come, until money has come in; then the balance. */
function dueNow({ booking, payments }: Recount, balance: number): number {
  const { status, deposit_amount } = booking;
  const due = Math.max(balance, 0);
  const isAhead = ["pending", "confirmed", "paid"].includes(status);
  const hasPaid = payments.some((one) => hasComeIn(one) && !one.is_surplus && !isFee(one));
  return deposit_amount === null || hasPaid || !isAhead ? due : Math.min(deposit_amount, due);
}

const isByPolicy = (rule: string) => rule === "guest" || rule === "policy";

function tierOf(start: number, now: number): number {
  const hours = (start - now) / HOUR;
  return TIERS.find(({ hours_before }) => hours >= hours_before)?.refund_pct ?? 0;
}

const moneyOf = ({
  status,
  payment_status,
  price_amount,
  currency,
  balance_amount,
  owed_amount,
  deposit_amount,
  due_now_amount,
  party_size,
  starts_at,
}: Booking) => ({
  status,
  payment_status,
  price_amount,
  currency,
  balance_amount,
  owed_amount,
  deposit_amount,
  due_now_amount,
  party_size,
  starts_at,
});

function describe({ booking, payments, refunds, disputes, ...sums }: Recount): string {
  const { status, payment_status, price_amount, written_off_amount } = booking;
  return JSON.stringify({
    status,
    payment_status,
    price_amount,
    written_off_amount,
    ...sums,
    payments: payments.map(
      (one) =>
        `${one.provider} ${one.purpose} ${one.status} ${one.amount}${one.is_surplus ? " surplus" : ""} ${one.attention ?? ""}`,
    ),
    refunds: refunds.map((one) => `${one.status} ${one.amount}`),
    disputes: disputes.map((one) => `${one.status} ${one.amount}`),
  });
}

/** The ledger matches the provider for each checkout. */
function againstProvider(rows: Recount): string[] {
  const problems: string[] = [];
  for (const payment of rows.payments.filter(isOnline)) {
    const there = atProviderOf(payment);
    const refunds = rows.refunds.filter(({ payment_id }) => payment_id === payment.id);
    const back = sumOf(refunds.filter(({ status }) => status === "succeeded"));
    const taken = hasComeIn(payment) ? payment.amount : 0;
    if (taken !== there.taken)
      problems.push(`${there.taken} taken at the provider, ${taken} here: ${describe(rows)}`);
    if (back !== there.back)
      problems.push(`${there.back} back at the provider, ${back} here: ${describe(rows)}`);
    if (refunds.some(isRequested) && !rows.disputes.some(isOpen))
      problems.push(`a refund waits for ever: ${describe(rows)}`);
  }
  return problems;
}

const isOnline = ({ provider }: PaymentOfBooking): boolean => provider !== "offline";

/** No fee is above what was agreed, and each is paid and refunded as its payment says. */
function feeProblems({ payments, refunds }: Recount, { fees }: Booking): string[] {
  const problems: string[] = [];
  for (const [kind, agreed] of Object.entries(AGREED_OF)) {
    const paid = payments.filter((one) => one.purpose === kind && hasComeIn(one));
    const back = refunds.filter(
      (one) => one.status === "succeeded" && paid.some(({ id }) => id === one.payment_id),
    );
    const fee = fees.find((one) => one.kind === kind);
    if (paid.length > 1) problems.push(`${paid.length} payments of one fee`);
    if (sumOf(paid) > agreed) problems.push(`a fee of ${sumOf(paid)}, ${agreed} was agreed to`);
    if ((fee?.status === "paid") !== paid.length > 0)
      problems.push(`a fee is ${fee?.status}, ${paid.length} payments came in`);
    if ((fee?.refunded_amount ?? 0) !== sumOf(back))
      problems.push(`${fee?.refunded_amount} of a fee refunded, ${sumOf(back)} in the rows`);
  }
  return problems;
}

const isRequested = ({ status }: { status: string }) => status === "requested";
const isOpen = ({ status }: { status: string }) => !["won", "lost", "closed"].includes(status);

/** An ended booking: captured money is refunded, owed, or retained by a named rule. */
function retainedProblems(rows: Recount, cancelled: Cancelled | null): string[] {
  const { booking, payments, refunds, disputes } = rows;
  if (LIVE.includes(booking.status)) return [];
  const isCounted = ({ status }: { status: string }) => ["succeeded", ...ON_WAY].includes(status);
  const problems: string[] = [];
  const before =
    cancelled === null
      ? []
      : cancelled.before.payments.filter((one) => hasComeIn(one) && !one.is_surplus && !isFee(one));
  for (const payment of payments.filter((one) => hasComeIn(one) && !isFee(one))) {
    if (before.some(({ id }) => id === payment.id)) continue;
    // Money captured for a booking without a seat is refunded, reviewed by a person, or disputed.
    const retained =
      payment.amount -
      sumOf(refunds.filter((one) => one.payment_id === payment.id && isCounted(one)));
    const isDisputed = disputes.some(({ payment_id }) => payment_id === payment.id);
    if (retained > 0 && payment.attention === null && !isDisputed)
      problems.push(`${retained} are kept by no rule: ${describe(rows)}`);
  }
  if (cancelled === null || booking.status === "expired") return problems;
  const ofBefore = <T extends { payment_id: string }>(list: T[]) =>
    list.filter(({ payment_id }) => before.some(({ id }) => id === payment_id));
  const was = cancelled.before;
  const retainedByRule =
    sumOf(before) - sumOf(ofBefore(was.refunds).filter(isCounted)) - cancelled.expected;
  const known = (id: string) => cancelled.refund_ids.includes(id);
  const failed = ofBefore(refunds).filter(
    (one) =>
      known(one.id) &&
      !isCounted(one) &&
      !was.refunds.some((old) => old.id === one.id && !isCounted(old)),
  );
  const later = ofBefore(refunds).filter((one) => !known(one.id) && isCounted(one));
  const retained = sumOf(before) - sumOf(ofBefore(refunds).filter(isCounted));
  if (retained !== retainedByRule + sumOf(failed) - sumOf(later))
    problems.push(
      `kept ${retained}; ${retainedByRule} by the rule ${cancelled.rule}, ${sumOf(failed)} failed, ${sumOf(later)} went back later: ${describe(rows)}`,
    );
  for (const { payment_id } of failed)
    if (payments.find(({ id }) => id === payment_id)?.attention !== "refund_failed")
      problems.push(`a refund failed and nobody is asked: ${describe(rows)}`);
  return problems;
}

/** A deposit was paid, and the balance is due at a visit that is still to come. */
const isDepositHeld = ({ booking, paid }: Recount): boolean =>
  booking.deposit_amount !== null &&
  booking.status === "paid" &&
  paid > 0 &&
  paid < booking.price_amount - booking.written_off_amount;

/** Everything a person must settle is in Attention. */
function alertProblems(rows: Recount, alerts: string[]): string[] {
  const problems: string[] = [];
  const { booking, paid, owed, refunds, disputes } = rows;
  const due = booking.price_amount - paid - booking.written_off_amount;
  const isDepositPaid =
    booking.deposit_amount !== null &&
    ["pending", "confirmed", "paid"].includes(booking.status) &&
    due > 0 &&
    rows.lost === 0;
  const isPaid = ["paid", "partially_refunded", "refunded"].includes(booking.payment_status);
  if (
    LIVE.includes(booking.status) &&
    isPaid &&
    due !== 0 &&
    // The balance after a deposit is due at the visit.
    !isDepositPaid &&
    // A failed refund, or one that waits for a dispute, explains the balance in its own alert.
    !alerts.some((kind) => kind.startsWith("balance") || kind === "refund_failed") &&
    !(refunds.some(isRequested) && alerts.includes("payment_disputed"))
  )
    problems.push(
      `a balance of ${due} that nobody is asked to settle: ${describe(rows)}, ${alerts.join()}`,
    );
  const hasOwed = refunds.some(({ status }) => status === "owed");
  if (hasOwed !== alerts.includes("cash_owed"))
    problems.push(`owed ${owed}, Attention ${alerts.join()}: ${describe(rows)}`);
  if (disputes.some(isOpen) !== alerts.includes("payment_disputed"))
    problems.push(`disputes, Attention ${alerts.join()}: ${describe(rows)}`);
  return problems;
}

/** Runs random operations; equal for equal seeds. */
export async function runRandomMoney(seed: number, operations: number): Promise<RandomMoneyReport> {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
  const { owner: made, room, slots: whole } = await makePaidService(3);
  const withDeposit = await makeSchedule(made, [room], {
    price_amount: 2500,
    currency: "EUR",
    requires_payment: true,
    deposit: { percent: 30 },
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "18:00", end: "21:00" }],
  });
  const withCard = await makeSchedule(made, [room], {
    price_amount: 4000,
    currency: "EUR",
    requires_payment: true,
    deposit: { percent: 25 },
    card_on_file: FEES,
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "06:00", end: "09:00" }],
  });
  const offered = [whole, await slotsOf(withDeposit.id), await slotsOf(withCard.id)];
  const slots = offered.flat().sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
  const policy = {
    ...made.tenant.policy,
    cancel_window_minutes: 0,
    reschedule_window_minutes: 0,
    max_reschedules: 50,
    refund_tiers: TIERS,
  };
  const owner: UserActor = { ...made, tenant: { ...made.tenant, policy } };
  await updateTenant(owner, TenantPatch.parse({ policy: { receipts: true } }));
  const later = slots.filter(({ starts_at }) => starts_at.getTime() > clock.now() + 24 * HOUR);
  const visitor = (await findKey(await makeKey(made), null)) as KeyActor; // the base key is a publishable one
  const run = new MoneyRun(owner, later, visitor, withCard.id, new Random(seed));
  for (let number = 1; number <= operations; number++) await run.step(number);
  await run.comeToRest();
  const ended = await run.checkAtRest();
  const { answers, faults, checks, violations, known } = run;
  return { seed, operations, bookings: known.length, faults, answers, ended, checks, violations };
}
