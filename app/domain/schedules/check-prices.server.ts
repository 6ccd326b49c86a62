import type { Schedule } from "~/contract/schedules";
import type { LengthOption } from "~/contract/service-fields";
import { MAX_PRICE } from "~/contract/limits";
import { invalidField } from "~/lib/app-error";
import { checkPayable } from "../payments/payable.server";
import { checkStep } from "../quotes/quote";
import { basePrices, peakPrices, type ServiceTerms } from "../quotes/service-terms";

type Checked = ServiceTerms &
  Pick<
    Schedule,
    | "resource_ids"
    | "currency"
    | "requires_payment"
    | "addons"
    | "person_kinds"
    | "course"
    | "deposit"
    | "processing"
  >;

/**
 * Checks that the lengths and prices of a schedule and its resources are consistent. Throws
 * validation_failed on the offending field.
 */
export function checkTerms(schedule: Checked): void {
  const { duration_minutes, length_options, resource_terms, resource_ids } = schedule;
  checkLengths("length_options", length_options, duration_minutes);
  resource_terms.forEach((own, at) => {
    const path = `resource_terms.${at}`;
    if (!resource_ids.includes(own.resource_id))
      throw invalidField(
        `${path}.resource_id`,
        "This is not one of the service's resources.",
        "unknown",
      );
    checkLengths(
      `${path}.length_options`,
      own.length_options ?? [],
      own.duration_minutes ?? duration_minutes,
    );
  });
  checkProcessing(schedule);
  checkPrices(schedule);
}

function checkProcessing({ processing, duration_minutes }: Checked): void {
  if (processing === null || processing.after_minutes + processing.minutes < duration_minutes)
    return;
  throw invalidField(
    "processing.minutes",
    `Work follows the processing time: it must be over before the ${duration_minutes} minutes of the service are.`,
    "too_big",
  );
}

function checkLengths(path: string, options: LengthOption[], base: number): void {
  const at = options.findIndex(({ minutes }) => minutes <= base);
  if (at !== -1)
    throw invalidField(
      `${path}.${at}.minutes`,
      `Choose a length of more than ${base} minutes.`,
      "too_small",
    );
}

function checkPrices(schedule: Checked): void {
  const { currency, requires_payment, deposit } = schedule;
  if (deposit !== null && !requires_payment)
    throw invalidField(
      "deposit",
      "A deposit is paid before the booking is confirmed. Require payment, or leave it out.",
      "contradiction",
    );
  if (deposit !== null && "amount" in deposit)
    checkStep(deposit.amount, currency, "deposit.amount");
  const prices = basePrices(schedule);
  const missing = prices.find(({ price_amount }) => !price_amount);
  if (requires_payment && missing !== undefined)
    throw invalidField(missing.path, "Set a price when payment is required.");
  const { addons, person_kinds } = schedule;
  if (hasPrice(schedule) !== (currency !== null))
    throw invalidField("currency", "Set a price and its currency together.");
  for (const { path, price_amount } of prices) checkStep(price_amount, currency, path);
  checkStep(schedule.course?.price_amount ?? null, currency, "course.price_amount");
  addons.forEach(({ price_amount }, at) =>
    checkStep(price_amount, currency, `addons.${at}.price_amount`),
  );
  person_kinds.forEach(({ price_amount }, at) =>
    checkStep(price_amount, currency, `person_kinds.${at}.price_amount`),
  );
  for (const { path, price_amount } of peakPrices(schedule)) {
    checkStep(price_amount, currency, path);
    if ((price_amount ?? 0) > MAX_PRICE)
      throw invalidField(path, "A price becomes more than can be charged. Use less.", "too_big");
    if (requires_payment && price_amount === 0)
      throw invalidField(
        path,
        "A price becomes nothing, but payment is required. Use less.",
        "too_small",
      );
  }
}

/** Whether any price is set, which requires a currency. */
export const hasPrice = (
  terms: ServiceTerms & Pick<Schedule, "addons" | "person_kinds"> & { course?: Schedule["course"] },
): boolean =>
  terms.course?.price_amount != null ||
  basePrices(terms).some(({ price_amount }) => price_amount !== null) ||
  terms.addons.some(({ price_amount }) => price_amount > 0) ||
  terms.person_kinds.some(({ price_amount }) => (price_amount ?? 0) > 0);

/**
 * Throws validation_failed when guests must pay online and one of the possible prices cannot be
 * charged online.
 */
export function checkPricesPayable(schedule: Checked): void {
  const { requires_payment, currency, deposit } = schedule;
  for (const { path, price_amount } of [...basePrices(schedule), ...peakPrices(schedule)])
    checkPayable({ requires_payment, price_amount, currency, deposit }, path);
  // A kind that is free has nothing to charge.
  schedule.person_kinds.forEach(({ price_amount }, at) => {
    const path = `person_kinds.${at}.price_amount`;
    if (price_amount) checkPayable({ requires_payment, price_amount, currency, deposit }, path);
  });
}

/**
 * Throws validation_failed when a fee is an amount that no card can be charged, or a share of no
 * price. Without a price it is in the tenant's currency.
 */
export function checkFeesPayable(
  schedule: Pick<Schedule, "card_on_file"> & Checked,
  tenantCurrency: string,
): void {
  const { card_on_file, addons, person_kinds } = schedule;
  if (card_on_file === null) return;
  const currency = schedule.currency ?? tenantCurrency;
  for (const kind of ["late_cancellation", "no_show"] as const) {
    const fee = card_on_file[kind];
    if (fee === null) continue;
    const path = `card_on_file.${kind}`;
    if ("amount" in fee) {
      checkStep(fee.amount, currency, `${path}.amount`);
      const price = { requires_payment: true, price_amount: fee.amount, currency };
      checkPayable(price, `${path}.amount`);
    } else if (!hasPrice({ ...schedule, addons, person_kinds }))
      throw invalidField(
        `${path}.percent`,
        "A share of the price needs a price. Give an amount instead.",
        "contradiction",
      );
  }
}
