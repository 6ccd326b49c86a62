import { makeCharge, makeIntent, makeSession } from "./objects";
import { DEMO_ACCOUNTS, type SandboxState } from "./state";

// The demo's history has thousands of payments. Their ids contain what the stand-in needs to create
// their objects, which it does when they are first asked for.

interface DemoPayment {
  id: string;
  /** Minor units. */
  amount: number;
  currency: string;
}

/** "2500_eur_0199…": the part that the ids of a demo payment's objects share. */
const partOf = ({ id, amount, currency }: DemoPayment) =>
  `demo_${amount}_${currency.toLowerCase()}_${id}`;

/** The ids under which the stand-in has a payment of the demo. */
export const demoPaymentIds = (payment: DemoPayment) => ({
  session_id: `cs_${partOf(payment)}`,
  charge_ref: `pi_${partOf(payment)}`,
});

const DEMO_ID = /\b(?:cs|pi)_demo_(\d{1,9})_([a-z]{3})_([0-9a-f-]{36})\b/g;

/** Creates the paid checkouts that a request names, for the account of a demo company. */
export function ensureDemoPayments(
  state: SandboxState,
  request: string,
  account: string,
  origin: string,
): void {
  if (!Object.values(DEMO_ACCOUNTS).some(({ id }) => id === account)) return;
  for (const [, amount = "", currency = "", id = ""] of request.matchAll(DEMO_ID))
    ensureDemoPayment(state, { id, amount: Number(amount), currency }, account, origin);
}

function ensureDemoPayment(
  state: SandboxState,
  payment: DemoPayment,
  account: string,
  origin: string,
): void {
  const { session_id, charge_ref } = demoPaymentIds(payment);
  if (state.data.sessions[session_id] !== undefined) return;
  const metadata = { payment_id: payment.id };
  const session = makeSession(state, {}, origin, payment.currency, payment.amount);
  const paid = { id: session_id, metadata, status: "complete", payment_status: "paid" } as const;
  Object.assign(session, paid, { client_reference_id: payment.id, url: null });
  const intent = makeIntent(state, session, { fee: null, description: null, metadata });
  intent.id = charge_ref;
  session.payment_intent = intent.id;
  const charge = makeCharge(state, intent, origin, "card");
  Object.assign(intent, {
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
  });
  state.data.sessions[session.id] = { account, object: session };
  state.data.intents[intent.id] = { account, object: intent };
  state.data.charges[charge.id] = { account, object: charge };
}
