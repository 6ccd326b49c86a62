import { visitOf } from "../interactions/visit";
import type { Store } from "../store";
import type { CardTerms } from "../wire";
import { totalOf } from "./requirements";

/**
 * The terms that the visitor agrees to by keeping a card, at the shown price and in their language; loaded
 * when first displayed. Null: no card, or not loaded yet.
 */
export function cardTerms(store: Store): CardTerms | null {
  const { state, page, settings, api } = store;
  const { slot, bookable, waits } = state.flow;
  const schedule = bookable?.schedule;
  if (!slot || waits || !schedule?.card_on_file) return null;
  const { configId: config_id, bookingLink: booking_link_token } = settings;
  const currency = slot.currency ?? schedule.currency;
  const query = String(
    new URLSearchParams({
      schedule_id: schedule.id,
      price_amount: String(totalOf(store, slot)),
      locale: page.locale(),
      ...(currency && { currency }),
      ...(config_id && { config_id }),
      ...(booking_link_token && { booking_link_token }),
    }),
  );
  const visit = visitOf(store);
  if (visit.card_query !== query) {
    visit.card_query = query;
    (api.ask(`widget/card-terms?${query}`) as Promise<{ card_terms: CardTerms | null }>).then(
      ({ card_terms }) => visit.card_query === query && showCardTerms(store, card_terms),
      () => (visit.card_query = undefined), // the next render loads them again
    );
  }
  return state.card_terms ?? null;
}

/** Other terms need the visitor's consent again. */
export function showCardTerms(store: Store, card_terms: CardTerms | null): void {
  const { details, card_terms: before } = store.state;
  const isSame = before?.text === card_terms?.text;
  store.set({ card_terms, details: isSame ? details : { ...details, card_terms: false } });
}
