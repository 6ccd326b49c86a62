import type { CardRef } from "~/adapters/payments/port";
import type { AgreedCardTerms, CardOnFile, CardTerms, ExpectedFees } from "~/contract/card-on-file";
import type { z } from "zod";
import { AppError, invalidField } from "~/lib/app-error";
import { formatMoney } from "~/lib/money";
import { cardTexts } from "./card-words";
import { feeAmounts } from "./fee-amounts";

/** The terms that a guest agreed to, as stored: with the fees as shares, and the guest's address. */
export type StoredCardTerms = z.infer<typeof AgreedCardTerms> &
  Pick<CardOnFile, "late_cancellation" | "no_show"> & {
    /** The guest's network address; null if not known. */
    address: string | null;
  };

/** A booking that keeps a card. */
export interface CardBooking {
  card_on_file: CardOnFile | null | undefined;
  /** Of the whole booking, minor units. */
  price: number | null;
  currency: string;
  company: string;
  /** The guest's language. */
  locale: string;
}

/** The terms at a price; null: no card is asked for. */
export function cardTermsOf({
  card_on_file,
  price,
  currency,
  company,
  locale,
}: CardBooking): CardTerms | null {
  const amounts = feeAmounts(card_on_file, price, currency);
  if (!card_on_file || amounts === null) return null;
  const { window_minutes } = card_on_file;
  const { late_cancellation_amount: late, no_show_amount: noShow } = amounts;
  const texts = cardTexts(locale);
  const text = late === null ? texts.no_show : noShow === null ? texts.late : texts.both;
  const money = (amount: number | null) => formatMoney(amount ?? 0, currency, locale);
  return {
    text: text
      .replace("{{company}}", () => company)
      .replace("{{window}}", () => windowWords(window_minutes, locale))
      .replace("{{late}}", () => money(late))
      .replace("{{no_show}}", () => money(noShow)),
    ...amounts,
    currency,
    window_minutes,
  };
}

/** "24 hours" in a language: whole days from two on, else hours or minutes. */
function windowWords(minutes: number, locale: string): string {
  const [value, unit] =
    minutes % 1440 === 0 && minutes > 1440
      ? [minutes / 1440, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

/**
 * The terms to store with a booking; null: no card is asked for. Throws validation_failed if the
 * guest has not agreed, price_changed (with the `card_terms`) if they agreed to other amounts.
 */
export function agreeCardTerms(
  booking: CardBooking,
  agreed: ExpectedFees | undefined,
  from: { at: Date; address: string | null },
): StoredCardTerms | null {
  const terms = cardTermsOf(booking);
  if (terms === null || !booking.card_on_file) return null;
  if (agreed === undefined)
    throw invalidField("card_terms", "Agree to the terms of the card to go on.", "required");
  const { late_cancellation_amount, no_show_amount } = terms;
  if (
    agreed.late_cancellation_amount !== late_cancellation_amount ||
    agreed.no_show_amount !== no_show_amount
  )
    throw new AppError("price_changed", "The fees have changed. Check the new terms and confirm.", {
      details: { card_terms: terms },
    });
  const { late_cancellation, no_show } = booking.card_on_file;
  const { at, address } = from;
  return { ...terms, late_cancellation, no_show, agreed_at: at.toISOString(), address };
}

/** A card kept at the provider, and the account that may charge it. */
export interface StoredCard extends CardRef {
  organization_id: string;
}
