import type Stripe from "stripe";
import type { EventSender } from "./events";
import { makeCharge, makeDispute, makeIntent, makeSetupIntent } from "./objects";
import type { CardRefusal, KeptCard, Owned, SandboxState } from "./state";

// Outcomes of a checkout. Each changes the objects as Stripe would and sends the matching events.

function openSession(state: SandboxState, id: string): Owned<Stripe.Checkout.Session> | null {
  const owned = state.data.sessions[id];
  const isOpen = owned?.object.status === "open" && owned.object.expires_at > state.now();
  return isOpen ? owned : null;
}

/** Whether a session offers methods whose result takes days. */
export const takesDelayed = (session: Stripe.Checkout.Session | undefined): boolean =>
  session?.mode === "payment" &&
  (session.allowed_payment_method_types ?? []).length === 0 &&
  !session.excluded_payment_method_types?.includes("sepa_debit");

function intentOf(
  state: SandboxState,
  id: string,
): { account: string; session: Stripe.Checkout.Session; intent: Stripe.PaymentIntent } | null {
  const owned = openSession(state, id);
  if (owned === null) return null;
  const { account, object: session } = owned;
  if (typeof session.payment_intent === "string")
    return { account, session, intent: state.data.intents[session.payment_intent]!.object }; // made below
  const intent = makeIntent(state, session, state.data.intent_drafts[id]!); // made with the session
  state.data.intents[intent.id] = { account, object: intent };
  session.payment_intent = intent.id;
  return { account, session, intent };
}

function capture(
  state: SandboxState,
  events: EventSender,
  origin: string,
  account: string,
  intent: Stripe.PaymentIntent,
  method: string,
): void {
  const charge = makeCharge(state, intent, origin, method);
  state.data.charges[charge.id] = { account, object: charge };
  Object.assign(intent, {
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
  });
  events.emit(account, "payment_intent.succeeded", intent);
  events.emit(account, "charge.succeeded", charge);
}

/** Last digits of Stripe's test cards (Testing), by what they do to a charge without the guest. */
const TEST_CARDS: Record<CardRefusal | "none", string> = {
  none: "4242",
  authentication_required: "3184",
  expired_card: "0069",
  card_declined: "0341",
};

/** Keeps the card of a session with a new customer. */
function keepCard(
  state: SandboxState,
  account: string,
  session: Stripe.Checkout.Session,
  refuses: CardRefusal | null,
): KeptCard {
  const customer = { id: state.id("cus"), email: session.customer_email };
  state.data.customers[customer.id] = { account, object: customer };
  const id = state.id("pm");
  const last4 = TEST_CARDS[refuses ?? "none"];
  const card: KeptCard = { id, customer: customer.id, brand: "visa", last4, refuses };
  state.data.cards[id] = { account, object: card };
  session.customer = customer.id;
  return card;
}

export const ending = {
  /**
   * Captures the money immediately, or keeps the card, whose later charges it `refuses`. Returns
   * false if the session is closed.
   */
  pay(
    state: SandboxState,
    events: EventSender,
    origin: string,
    id: string,
    refuses: CardRefusal | null = null,
  ): boolean {
    const open = openSession(state, id);
    if (open?.object.mode === "setup") {
      const kept = keepCard(state, open.account, open.object, refuses);
      const { metadata } = state.data.intent_drafts[id]!; // made with the session
      const setup = makeSetupIntent(state, kept, metadata);
      state.data.setup_intents[setup.id] = { account: open.account, object: setup };
      Object.assign(open.object, { status: "complete", setup_intent: setup.id, url: null });
      events.emit(open.account, "setup_intent.succeeded", setup);
      events.emit(open.account, "checkout.session.completed", open.object);
      return true;
    }
    const found = intentOf(state, id);
    if (found === null) return false;
    const { account, session, intent } = found;
    if (state.data.intent_drafts[id]?.keeps_card) {
      const card = keepCard(state, account, session, refuses);
      Object.assign(intent, { customer: card.customer, payment_method: card.id });
    }
    capture(state, events, origin, account, intent, "card");
    Object.assign(session, { status: "complete", payment_status: "paid", url: null });
    events.emit(account, "checkout.session.completed", session);
    return true;
  },

  /** Declines the card; the session stays open for another attempt. */
  decline(state: SandboxState, events: EventSender, id: string): boolean {
    if (openSession(state, id)?.object.mode === "setup") return true;
    const found = intentOf(state, id);
    if (found === null) return false;
    Object.assign(found.intent, {
      last_payment_error: {
        type: "card_error",
        code: "card_declined",
        message: "Your card was declined.",
      },
    });
    events.emit(found.account, "payment_intent.payment_failed", found.intent);
    return true;
  },

  /**
   * Charges a kept card without its guest. Returns why it was refused; null: it was charged.
   */
  charge(
    state: SandboxState,
    events: EventSender,
    origin: string,
    account: string,
    intent: Stripe.PaymentIntent,
    card: KeptCard,
  ): CardRefusal | null {
    if (card.refuses === null) {
      capture(state, events, origin, account, intent, "card");
      return null;
    }
    Object.assign(intent, {
      payment_method: null,
      last_payment_error: { type: "card_error", code: card.refuses },
    });
    events.emit(account, "payment_intent.payment_failed", intent);
    return card.refuses;
  },

  /** A delayed method: the session is complete, the payment is decided later. */
  payLater(state: SandboxState, events: EventSender, id: string): boolean {
    // The button is missing if the session excludes debits.
    if (!takesDelayed(state.data.sessions[id]?.object)) return false;
    const found = intentOf(state, id);
    if (found === null) return false;
    Object.assign(found.intent, { status: "processing" });
    Object.assign(found.session, { status: "complete", payment_status: "unpaid", url: null });
    events.emit(found.account, "checkout.session.completed", found.session);
    return true;
  },

  /** Decides a delayed payment. */
  settle(
    state: SandboxState,
    events: EventSender,
    origin: string,
    id: string,
    outcome: "succeeded" | "failed",
  ): boolean {
    const owned = state.data.sessions[id];
    const intentId = owned?.object.payment_intent;
    if (
      owned === undefined ||
      typeof intentId !== "string" ||
      owned.object.payment_status !== "unpaid"
    )
      return false;
    const intent = state.data.intents[intentId]!.object; // made with the session's
    if (outcome === "succeeded") {
      capture(state, events, origin, owned.account, intent, "sepa_debit");
      owned.object.payment_status = "paid";
      events.emit(owned.account, "checkout.session.async_payment_succeeded", owned.object);
    } else {
      Object.assign(intent, {
        status: "requires_payment_method",
        last_payment_error: { type: "card_error", code: "payment_failed" },
      });
      events.emit(owned.account, "checkout.session.async_payment_failed", owned.object);
    }
    return true;
  },

  expire(state: SandboxState, events: EventSender, id: string): boolean {
    const owned = state.data.sessions[id];
    if (owned === undefined || owned.object.status !== "open") return false;
    Object.assign(owned.object, { status: "expired", url: null });
    events.emit(owned.account, "checkout.session.expired", owned.object);
    return true;
  },

  /**
   * Opens a dispute of a session's payment with a response deadline of one week. Returns its id;
   * null if nothing was paid.
   */
  dispute(
    state: SandboxState,
    events: EventSender,
    sessionId: string,
    reason: string,
  ): string | null {
    const isIntent = sessionId.startsWith("pi_");
    const owned = isIntent ? state.data.intents[sessionId] : state.data.sessions[sessionId];
    const intentId = isIntent ? sessionId : state.data.sessions[sessionId]?.object.payment_intent;
    const chargeId =
      typeof intentId === "string" ? state.data.intents[intentId]?.object.latest_charge : null;
    if (owned === undefined || typeof chargeId !== "string") return null;
    const charge = state.data.charges[chargeId]!.object; // made with the payment
    const dispute = makeDispute(state, charge, reason, state.now() + 7 * 86_400);
    state.data.disputes[dispute.id] = { account: owned.account, object: dispute };
    charge.disputed = true;
    events.emit(owned.account, "charge.dispute.created", dispute);
    events.emit(owned.account, "charge.dispute.funds_withdrawn", dispute);
    return dispute.id;
  },

  /** Changes a dispute's status: submitted by the company, or decided by the bank. */
  settleDispute(state: SandboxState, events: EventSender, id: string, status: string): boolean {
    const owned = state.data.disputes[id];
    if (owned === undefined) return false;
    Object.assign(owned.object, { status });
    const isOpen = !["won", "lost", "warning_closed", "prevented"].includes(status);
    events.emit(
      owned.account,
      isOpen ? "charge.dispute.updated" : "charge.dispute.closed",
      owned.object,
    );
    if (status === "won")
      events.emit(owned.account, "charge.dispute.funds_reinstated", owned.object);
    return true;
  },

  /** A refund that fails later: the money returns to the account's balance. */
  settleRefund(
    state: SandboxState,
    events: EventSender,
    id: string,
    status: "succeeded" | "failed" | "pending",
  ): boolean {
    const owned = state.data.refunds[id];
    if (owned === undefined) return false;
    const { object: refund, account } = owned;
    const charge = state.data.charges[String(refund.charge)]!.object; // every refund has a charge
    const wasCounted = refund.status !== "failed";
    Object.assign(refund, {
      status,
      ...(status === "failed" ? { failure_reason: "expired_or_canceled_card" } : {}),
    });
    if (wasCounted && status === "failed") charge.amount_refunded -= refund.amount;
    if (!wasCounted && status !== "failed") charge.amount_refunded += refund.amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    events.emit(account, status === "failed" ? "refund.failed" : "refund.updated", refund);
    return true;
  },
};
