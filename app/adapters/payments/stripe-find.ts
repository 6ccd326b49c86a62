import type Stripe from "stripe";

/** Clocks of two machines differ; a checkout is looked for from this much earlier, seconds. */
const CLOCKS_DIFFER = 300;
/** How many checkouts are looked through. One that is not among them has an address that nobody knows: it harms nobody. */
const MOST = 1_000;
/** The largest page. */
const PAGE = 100;

/** The checkout that was made for our payment, by the metadata that it was made with. Nothing can be searched by that: the young are listed. */
export async function findSessionOf(
  stripe: Stripe,
  stripeAccount: string,
  paymentId: string,
  since: Date,
): Promise<Stripe.Checkout.Session | null> {
  const gte = Math.floor(since.getTime() / 1000) - CLOCKS_DIFFER;
  let seen = 0;
  for await (const session of stripe.checkout.sessions.list(
    { created: { gte }, limit: PAGE },
    { stripeAccount },
  )) {
    if (session.metadata?.payment_id === paymentId) return session;
    if (++seen === MOST) break;
  }
  return null;
}

/** The refund of a payment that was made for ours. */
export async function findRefundOf(
  stripe: Stripe,
  stripeAccount: string,
  payment_intent: string,
  refundId: string,
): Promise<Stripe.Refund | null> {
  const { data } = await stripe.refunds.list({ payment_intent, limit: PAGE }, { stripeAccount });
  return data.find(({ metadata }) => metadata?.refund_id === refundId) ?? null;
}
