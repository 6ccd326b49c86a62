import { createHash } from "node:crypto";
import express, { type Request, type Response, type Router } from "express";
import type Stripe from "stripe";
import type { EventSender } from "./events";
import {
  checkForm,
  type Form,
  numberAt,
  parseForm,
  recordAt,
  type Shape,
  textAt,
  WireError,
} from "./form";
import {
  checkDigits,
  checkMode,
  INTENT_SHAPE,
  LIST_SHAPE,
  READ_SHAPE,
  REFUND_SHAPE,
  refuse,
  SESSION_SHAPE,
} from "./parameters";
import { ensureDemoPayments } from "./demo-payments";
import { answerOf, errorBody, type Fault, faultBody, keeping, StoredFault } from "./faults";
import { toAccount, toConfiguration } from "./account-objects";
import {
  makeIntent,
  makeRefund,
  makeSession,
  toBalanceTransaction,
  toList,
  toPaymentMethod,
} from "./objects";
import { ending } from "./outcomes";
import { type Owned, PLATFORM, type SandboxAccount, type SandboxState } from "./state";

/** The platform's keys and OAuth client. */
export interface WireCredentials {
  secret: string;
  client_id: string;
}

export interface WireCall {
  form: Form;
  /** The account of the call: Stripe-Account, or the platform's own. */
  account: SandboxAccount;
  actsForAnother: boolean;
  request: Request;
}

/** A recorded call for tests, without its Authorization header. */
export interface SeenCall {
  method: string;
  path: string;
  account: string | null;
  idempotency_key: string | null;
  body: string;
}

const notFound = (noun: string, id: string) =>
  new WireError(404, "invalid_request_error", `No such ${noun}: '${id}'`, "resource_missing", "id");

/**
 * The /v1 endpoints that the product uses, as strict as Stripe about parameters, keys, accounts and
 * idempotency.
 */
export class StripeWire {
  readonly calls: SeenCall[] = [];
  faults: Fault[] = [];

  constructor(
    private readonly state: SandboxState,
    private readonly events: EventSender,
    private readonly credentials: WireCredentials,
    private readonly origin: () => string,
  ) {}

  router(): Router {
    const router = express.Router();
    router.use("/v1", express.text({ type: () => true, limit: "256kb" }));
    const get = (path: string, shape: Shape, handle: (call: WireCall) => unknown) =>
      router.get(path, (request, response) => this.answer(request, response, shape, handle));
    const post = (path: string, shape: Shape, handle: (call: WireCall) => unknown) =>
      router.post(path, (request, response) => this.answer(request, response, shape, handle));

    get("/v1/account", READ_SHAPE, ({ account }) => toAccount(account));
    get("/v1/accounts/:id", READ_SHAPE, ({ request }) =>
      toAccount(this.connected(request.params.id ?? "")),
    );
    get("/v1/payment_method_configurations", LIST_SHAPE, ({ account }) =>
      toList(
        "/v1/payment_method_configurations",
        account.payment_method_configurations.map(toConfiguration),
      ),
    );
    get("/v1/payment_method_configurations/:id", READ_SHAPE, (call) => this.readMethodSet(call));
    post("/v1/checkout/sessions", SESSION_SHAPE, (call) => this.createSession(call));
    get("/v1/checkout/sessions", LIST_SHAPE, (call) => this.listSessions(call));
    get("/v1/checkout/sessions/:id", READ_SHAPE, (call) => this.readSession(call));
    post("/v1/checkout/sessions/:id/expire", READ_SHAPE, (call) => this.expireSession(call));
    post("/v1/payment_intents", INTENT_SHAPE, (call) => this.chargeCard(call));
    get("/v1/payment_intents", LIST_SHAPE, (call) => this.listIntents(call));
    get("/v1/payment_intents/:id", READ_SHAPE, (call) =>
      this.withCharge(this.own(this.state.data.intents, call, "payment_intent"), call, ""),
    );
    router.delete("/v1/customers/:id", (request, response) =>
      this.answer(request, response, READ_SHAPE, (call) => this.deleteCustomer(call)),
    );
    get("/v1/charges/:id", READ_SHAPE, (call) => this.own(this.state.data.charges, call, "charge"));
    post("/v1/refunds", REFUND_SHAPE, (call) => this.createRefund(call));
    get("/v1/refunds", LIST_SHAPE, (call) => this.listRefunds(call));
    get("/v1/disputes", LIST_SHAPE, (call) => this.listDisputes(call));
    get("/v1/disputes/:id", READ_SHAPE, (call) =>
      this.own(this.state.data.disputes, call, "dispute"),
    );
    get("/v1/refunds/:id", READ_SHAPE, (call) => this.own(this.state.data.refunds, call, "refund"));
    get("/v1/events", LIST_SHAPE, ({ account }) =>
      toList(
        "/v1/events",
        this.state.data.events.filter((event) => event.account === account.id),
      ),
    );
    return router;
  }

  private answer(
    request: Request,
    response: Response,
    shape: Shape,
    handle: (call: WireCall) => unknown,
  ): void {
    const requestId = this.state.id("req");
    response.setHeader("Request-Id", requestId);
    this.remember(request);
    const fault = this.nextFault(request);
    if (fault?.kind === "no_answer") return void request.socket.destroy();
    if (fault?.kind === "status") return this.send(response, fault.status ?? 500, faultBody(fault));
    const { status, body } = this.result(request, shape, keeping(fault, handle));
    this.state.save();
    if (fault?.kind === "drop_after_commit") return void request.socket.destroy();
    this.send(response, status, body);
  }

  private result(
    request: Request,
    shape: Shape,
    handle: (call: WireCall) => unknown,
  ): { status: number; body: unknown } {
    try {
      const call = this.understand(request, shape);
      const key = request.get("Idempotency-Key");
      if (request.method !== "POST" || key === undefined)
        return { status: 200, body: handle(call) };
      return this.idempotent(`${call.account.id} ${key}`, request, () => handle(call));
    } catch (error) {
      if (error instanceof WireError) return { status: error.status, body: errorBody(error) };
      throw error;
    }
  }

  /**
   * The same key returns the same response (Stripe API reference, Idempotent requests); another
   * body is refused.
   */
  private idempotent(
    key: string,
    request: Request,
    make: () => unknown,
  ): { status: number; body: unknown } {
    const fingerprint = createHash("sha256")
      .update(`${request.path}\n${bodyOf(request)}`)
      .digest("hex");
    const stored = this.state.data.answers[key];
    if (stored !== undefined && stored.fingerprint !== fingerprint)
      throw new WireError(
        400,
        "idempotency_error",
        "Keys for idempotent requests can only be used with the same parameters.",
      );
    if (stored !== undefined) return stored;
    const made = answerOf(make);
    this.state.data.answers[key] = { fingerprint, ...made };
    return made;
  }

  private understand(request: Request, shape: Shape): WireCall {
    if (request.get("Authorization") !== `Bearer ${this.credentials.secret}`)
      throw new WireError(401, "invalid_request_error", "Invalid API Key provided.");
    const named = request.get("Stripe-Account");
    const account =
      named === undefined ? this.state.data.accounts[PLATFORM]! : this.connected(named); // always there
    ensureDemoPayments(
      this.state,
      `${request.originalUrl} ${bodyOf(request)}`,
      account.id,
      this.origin(),
    );
    const form = parseForm(
      request.method === "GET"
        ? new URL(request.originalUrl, "http://sandbox").search
        : bodyOf(request),
    );
    checkForm(form, shape);
    return { form, account, actsForAnother: account.id !== PLATFORM, request };
  }

  private connected(id: string): SandboxAccount {
    const account = this.state.data.accounts[id];
    if (account === undefined || !(account.is_connected || id === PLATFORM))
      throw new WireError(
        403,
        "invalid_request_error",
        `The provided key does not have access to account '${id}'.`,
        "account_invalid",
      );
    return account;
  }

  private own<T>(all: Record<string, Owned<T>>, { account, request }: WireCall, noun: string): T {
    const id = request.params.id ?? "";
    const found = all[id];
    if (found?.account !== account.id) throw notFound(noun, id);
    return found.object;
  }

  private readMethodSet({ account, request }: WireCall) {
    const id = request.params.id ?? "";
    const set = account.payment_method_configurations.find((one) => one.id === id);
    if (set === undefined) throw notFound("payment_method_configuration", id);
    return toConfiguration(set);
  }

  private createSession({ form, account, actsForAnother }: WireCall): Stripe.Checkout.Session {
    checkMode(form);
    const isSetup = textAt(form, "mode") === "setup";
    const amount = numberAt(form, "line_items", "0", "price_data", "unit_amount") ?? 0;
    const currency = isSetup
      ? (textAt(form, "currency") ?? "")
      : (textAt(form, "line_items", "0", "price_data", "currency") ?? "");
    const fee = numberAt(form, "payment_intent_data", "application_fee_amount");
    const ends = numberAt(form, "expires_at");
    if (amount < 1 && !isSetup)
      throw refuse(
        "This value must be greater than or equal to 1.",
        "line_items[0][price_data][unit_amount]",
      );
    checkDigits(amount, currency, "line_items[0][price_data][unit_amount]");
    if (fee !== undefined)
      checkDigits(fee, currency, "payment_intent_data[application_fee_amount]");
    if (!isSetup) checkMinimum(account, amount, currency, "line_items");
    checkCharges(account);
    if (ends !== undefined && (ends < this.state.now() + 1800 || ends > this.state.now() + 86_400))
      throw refuse(
        "The `expires_at` timestamp must be between 30 minutes and 24 hours from creation.",
        "expires_at",
      );
    if (fee !== undefined && !actsForAnother)
      throw refuse(
        "Can only apply an application_fee_amount when acting for a connected account.",
        "application_fee_amount",
      );
    if (fee !== undefined && fee > amount)
      throw refuse("The fee is larger than the amount.", "application_fee_amount");
    const set = textAt(form, "payment_method_configuration");
    if (set !== undefined && !account.payment_method_configurations.some(({ id }) => id === set))
      throw refuse(
        `No such payment_method_configuration: '${set}'`,
        "payment_method_configuration",
        "resource_missing",
      );
    const session = makeSession(this.state, form, this.origin(), currency, amount);
    this.state.data.sessions[session.id] = { account: account.id, object: session };
    this.state.data.intent_drafts[session.id] = {
      fee: fee ?? null,
      description: textAt(form, "payment_intent_data", "description") ?? null,
      metadata: recordAt(form, isSetup ? "setup_intent_data" : "payment_intent_data", "metadata"),
      keeps_card: textAt(form, "payment_intent_data", "setup_future_usage") !== undefined,
    };
    return session;
  }

  private readSession(call: WireCall): Stripe.Checkout.Session {
    return this.withIntent(this.own(this.state.data.sessions, call, "checkout.session"), call);
  }

  private withIntent(session: Stripe.Checkout.Session, call: WireCall): Stripe.Checkout.Session {
    const wanted = Object.values(recordAt(call.form, "expand"));
    const { payment_intent: id, setup_intent: setupId } = session;
    if (typeof setupId === "string" && wanted.includes("setup_intent.payment_method")) {
      const setup = this.state.data.setup_intents[setupId]!.object; // made with the session's
      const payment_method = this.cardOf(setup.payment_method);
      return { ...session, setup_intent: { ...setup, payment_method } };
    }
    if (typeof id !== "string" || !wanted.some((path) => path.startsWith("payment_intent")))
      return session;
    const intent = this.state.data.intents[id]!.object; // made with the session's
    return { ...session, payment_intent: this.withCharge(intent, call, "payment_intent.") };
  }

  /** An intent with what is expanded below this path. */
  private withCharge(
    intent: Stripe.PaymentIntent,
    { form, account }: WireCall,
    path: string,
  ): Stripe.PaymentIntent {
    const wanted = Object.values(recordAt(form, "expand"));
    const chargeId = intent.latest_charge;
    const isDeep =
      wanted.some((one) => one.startsWith(`${path}latest_charge`)) && typeof chargeId === "string";
    const charge = isDeep ? this.state.data.charges[chargeId]!.object : null;
    const booked = charge && toBalanceTransaction(charge, account.currency);
    const isShown = wanted.includes(`${path}latest_charge.balance_transaction`);
    const latest_charge = charge && {
      ...charge,
      balance_transaction: isShown ? booked : (booked?.id ?? null),
    };
    const payment_method = wanted.includes(`${path}payment_method`)
      ? this.cardOf(intent.payment_method)
      : intent.payment_method;
    return { ...intent, payment_method, latest_charge: latest_charge ?? chargeId };
  }

  private cardOf(id: unknown): Stripe.PaymentMethod | null {
    const card = typeof id === "string" ? this.state.data.cards[id]?.object : undefined;
    // The part that the product reads.
    return card === undefined ? null : (toPaymentMethod(card) as unknown as Stripe.PaymentMethod);
  }

  /** A charge of a kept card without its guest, the only intent that the product creates. */
  private chargeCard({ form, account, actsForAnother }: WireCall): Stripe.PaymentIntent {
    const amount = numberAt(form, "amount") ?? 0;
    const currency = textAt(form, "currency") ?? "";
    const fee = numberAt(form, "application_fee_amount");
    const is = (name: string) => textAt(form, name) === "true";
    if (!is("confirm") && (is("off_session") || is("error_on_requires_action")))
      throw refuse("This parameter can only be used with `confirm`.", "off_session");
    if (is("confirm") && textAt(form, "automatic_payment_methods", "allow_redirects") !== "never")
      throw refuse("You must provide a `return_url`, or not allow redirects.", "return_url");
    if (amount < 1) throw refuse("This value must be greater than or equal to 1.", "amount");
    checkDigits(amount, currency, "amount");
    checkMinimum(account, amount, currency, "amount");
    checkCharges(account);
    if (fee !== undefined && !actsForAnother)
      throw refuse("Can only apply a fee for a connected account.", "application_fee_amount");
    const customer = textAt(form, "customer") ?? "";
    if (this.state.data.customers[customer]?.account !== account.id)
      throw refuse(`No such customer: '${customer}'`, "customer", "resource_missing");
    const id = textAt(form, "payment_method") ?? "";
    const card = this.state.data.cards[id];
    if (card?.account !== account.id)
      throw refuse(`No such PaymentMethod: '${id}'`, "payment_method", "resource_missing");
    if (card.object.customer !== customer)
      throw refuse("The PaymentMethod belongs to another customer.", "payment_method");
    const metadata = recordAt(form, "metadata");
    const description = textAt(form, "description") ?? null;
    const intent = makeIntent(
      this.state,
      { amount_total: amount, currency },
      { fee: fee ?? null, description, metadata },
    );
    Object.assign(intent, { customer, payment_method: id });
    this.state.data.intents[intent.id] = { account: account.id, object: intent };
    const origin = this.origin();
    const why = ending.charge(this.state, this.events, origin, account.id, intent, card.object);
    // Stripe stores a refusal of the card under the idempotency key, like a success.
    if (why !== null) throw new StoredFault(402, "card_error", `The card was refused: ${why}`, why);
    return intent;
  }

  private listIntents({ form, account }: WireCall) {
    const customer = textAt(form, "customer");
    const own = Object.values(this.state.data.intents).filter((one) => one.account === account.id);
    const found = own
      .map(({ object }) => object)
      .filter((one) => customer === undefined || one.customer === customer);
    return toList("/v1/payment_intents", found.reverse());
  }

  private deleteCustomer(call: WireCall) {
    const { id } = this.own(this.state.data.customers, call, "customer");
    delete this.state.data.customers[id];
    for (const [card, { object }] of Object.entries(this.state.data.cards))
      if (object.customer === id) delete this.state.data.cards[card];
    return { id, object: "customer", deleted: true };
  }

  private listSessions({ form, account }: WireCall) {
    const intent = textAt(form, "payment_intent");
    const since = numberAt(form, "created", "gte") ?? 0;
    const own = Object.values(this.state.data.sessions).filter((one) => one.account === account.id);
    const found = own
      .map(({ object }) => object)
      .filter(
        (one) => (intent === undefined || one.payment_intent === intent) && one.created >= since,
      );
    return toList("/v1/checkout/sessions", found.reverse());
  }

  private expireSession(call: WireCall): Stripe.Checkout.Session {
    const session = this.own(this.state.data.sessions, call, "checkout.session");
    if (session.status !== "open")
      throw refuse('Only Checkout Sessions with a status in ["open"] can be expired.', "session");
    ending.expire(this.state, this.events, session.id);
    return session;
  }

  private createRefund(call: WireCall): Stripe.Refund {
    const id = textAt(call.form, "payment_intent") ?? "";
    const found = this.state.data.intents[id];
    if (found?.account !== call.account.id) throw notFound("payment_intent", id);
    const intent = found.object;
    const charge =
      typeof intent.latest_charge === "string"
        ? this.state.data.charges[intent.latest_charge]?.object
        : undefined;
    if (charge === undefined)
      throw refuse(
        "This PaymentIntent does not have a successful charge to refund.",
        "payment_intent",
      );
    if (
      charge.disputed &&
      Object.values(this.state.data.disputes).some(({ object }) => isHeld(object, charge.id))
    )
      throw refuse(
        "Charge has been charged back and cannot be refunded.",
        "charge",
        "charge_disputed",
      );
    const rest = charge.amount - charge.amount_refunded;
    const amount = numberAt(call.form, "amount") ?? rest;
    if (rest === 0)
      throw refuse("Charge has already been refunded.", "charge", "charge_already_refunded");
    if (amount < 1 || amount > rest)
      throw refuse("Refund amount is greater than unrefunded amount on charge.", "amount");
    checkDigits(amount, intent.currency, "amount");
    if (
      textAt(call.form, "refund_application_fee") === "true" &&
      intent.application_fee_amount === null
    )
      throw refuse("There is no application fee to refund.", "refund_application_fee");
    const refund = makeRefund(this.state, intent, amount, call.form);
    this.state.data.refunds[refund.id] = { account: call.account.id, object: refund };
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    this.events.emit(call.account.id, "refund.created", refund);
    this.events.emit(call.account.id, "charge.refunded", charge);
    return refund;
  }

  private listRefunds({ form, account }: WireCall) {
    const intent = textAt(form, "payment_intent");
    const own = Object.values(this.state.data.refunds).filter((one) => one.account === account.id);
    const found = own
      .map(({ object }) => object)
      .filter((one) => intent === undefined || one.payment_intent === intent);
    return toList("/v1/refunds", found.reverse());
  }

  private listDisputes({ form, account }: WireCall) {
    const intent = textAt(form, "payment_intent");
    const own = Object.values(this.state.data.disputes).filter((one) => one.account === account.id);
    const found = own
      .map(({ object }) => object)
      .filter((one) => intent === undefined || one.payment_intent === intent);
    return toList("/v1/disputes", found.reverse());
  }

  private remember(request: Request): void {
    this.calls.push({
      method: request.method,
      path: request.originalUrl,
      account: request.get("Stripe-Account") ?? null,
      idempotency_key: request.get("Idempotency-Key") ?? null,
      body: bodyOf(request),
    });
    if (this.calls.length > 1000) this.calls.shift();
  }

  private nextFault(request: Request): Fault | undefined {
    const fault = this.faults.find(
      ({ route, times }) => times > 0 && `${request.method} ${request.path}`.startsWith(route),
    );
    if (fault !== undefined) fault.times -= 1;
    return fault;
  }

  private send(response: Response, status: number, body: unknown): void {
    response.status(status).json(body);
  }
}

function checkMinimum(
  account: SandboxAccount,
  amount: number,
  currency: string,
  param: string,
): void {
  if (amount < (account.minimum_amount ?? 50) && currency !== "jpy")
    throw refuse("The amount is below the minimum.", param, "amount_too_small");
}

function checkCharges({ charges_enabled }: SandboxAccount): void {
  if (!charges_enabled)
    throw refuse("Your account cannot currently make live charges.", "account", "account_invalid");
}

const isHeld = ({ charge, status }: Stripe.Dispute, id: string): boolean =>
  charge === id && status !== "won" && status !== "warning_closed";

const bodyOf = (request: Request): string => (typeof request.body === "string" ? request.body : "");
