import type Stripe from "stripe";

/** Allowance for clock differences when searching for a checkout, seconds. */
const CLOCKS_DIFFER = 300;
/**
 * How many checkouts are searched. One beyond them has a URL that no one received, so it does no
 * harm.
 */
const MOST = 1_000;
/** Stripe's largest page size. */
const PAGE = 100;

/**
 * Finds the checkout created for our payment by its metadata. Stripe can't search by metadata here,
 * so recent ones are listed.
 */
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

/** Finds the refund created for ours. */
export async function findRefundOf(
  stripe: Stripe,
  stripeAccount: string,
  payment_intent: string,
  refundId: string,
): Promise<Stripe.Refund | null> {
  const { data } = await stripe.refunds.list({ payment_intent, limit: PAGE }, { stripeAccount });
  return data.find(({ metadata }) => metadata?.refund_id === refundId) ?? null;
}

/** Finds the charge of a kept card that was created for our payment: a card has few. */
export async function findIntentOf(
  stripe: Stripe,
  stripeAccount: string,
  customer: string,
  paymentId: string,
): Promise<Stripe.PaymentIntent | null> {
  const { data } = await stripe.paymentIntents.list({ customer, limit: PAGE }, { stripeAccount });
  return data.find(({ metadata }) => metadata.payment_id === paymentId) ?? null;
}
