import type { CardTerms } from "~/contract/card-on-file";
import type { CardTermsQuery, WidgetCardTerms } from "~/contract/widget";
import { notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { chooseConfiguration } from "../api-keys/choose-configuration.server";
import { withOpenLink } from "../booking-links/open-link.server";
import type { KeyActor } from "../identity/actor";
import { readCardService } from "./card-services.sql.server";
import { cardTermsOf } from "../card-on-file/card-terms";

/** The service and price of a booking, and the guest's language. */
interface CardWish {
  schedule_id: string;
  price_amount: number;
  currency?: string | null | undefined;
  locale?: string | undefined;
}

/**
 * The terms that a guest agrees to by keeping a card for a booking at this price, in their language. Throws
 * not_found, origin_not_allowed, booking_link_unavailable.
 */
export async function readCardTerms(
  caller: KeyActor,
  { booking_link_token, config_id, ...wish }: CardTermsQuery,
): Promise<WidgetCardTerms> {
  const actor = await withOpenLink(
    await chooseConfiguration(caller, config_id),
    booking_link_token,
  );
  return { card_terms: await termsForGuest(actor, wish) };
}

/** Like readCardTerms, for a caller whose configuration and link are known. Throws not_found. */
export async function termsForGuest(
  { tenant, configuration, link }: KeyActor,
  { schedule_id, price_amount, currency, locale }: CardWish,
): Promise<CardTerms | null> {
  const service = await readCardService(pool, tenant.id, schedule_id);
  const isOffered =
    link === undefined
      ? service?.private === false && (configuration.schedule_ids?.includes(schedule_id) ?? true)
      : link.schedule_id === schedule_id;
  if (service === null || !isOffered) throw notFound("Schedule", schedule_id);
  return cardTermsOf({
    card_on_file: service.card_on_file,
    price: price_amount,
    currency: currency ?? service.currency ?? tenant.currency,
    company: tenant.name,
    locale: locale ?? tenant.locale,
  });
}
