import { html, nothing, type TemplateResult } from "lit";
import { bookableName } from "../choose/bookables";
import { isLater } from "../flow";
import { fill, fillPlural } from "./texts";
import { partySize } from "./details";
import { ahead, duration, money, offset } from "./format";
import { languageOf } from "./locale";
import { icon } from "./parts";
import type { Booking } from "../wire";
import type { StepProps } from "./props";

/** Summary of the booking so far: company, bookable, duration, price, resource, place and time. */
export function summary(props: StepProps): TemplateResult {
  const { config, services, state, t } = props;
  const { tenant, branding } = config;
  const { bookable } = state.flow;
  const own = ownTexts(props);
  const title = bookable ? bookableName(bookable) : (own.title ?? t.open);
  return html`<div class="summary" part="summary">
    <div class="company">
      ${tenant.logo_url && branding.show_logo ? html`<img part="logo" src=${tenant.logo_url} alt="" />` : nothing}
      <span part="tenant">${(bookable && own.title) || tenant.name}</span>
    </div>
    <h2 part="title">${title}</h2>
    ${services.aboutService(props)}
    <ul class="meta" part="meta">
      ${facts(props).map(([icon, words, name = ""]) => html`<li class=${name}>${icon}<span>${words}</span></li>`)}
    </ul>
  </div>`;
}

/** Cancellation deadline and the company's policy text; empty if neither is set. */
export function policyWords({
  config: { policy, policy_text },
  t,
  locale,
}: Pick<StepProps, "config" | "locale" | "t">): string {
  const minutes = policy.cancel_window_minutes;
  return [minutes > 0 && fill(t.cancel_free, { time: ahead(minutes, locale) }), policy_text]
    .filter(Boolean)
    .join("\n");
}

/** The company's custom texts in the current language. */
export const ownTexts = ({ config, locale }: Pick<StepProps, "config" | "locale">) =>
  config.texts[languageOf(locale) as keyof typeof config.texts] ?? {};

/** `early`: before a time is chosen, and only if there is space; the form repeats it. */
export type Fact = [icon: TemplateResult, words: string | TemplateResult, name?: "early"];

function facts(props: StepProps): Fact[] {
  const { services, state, locale, config, t } = props;
  const { bookable, slot, booked, step } = state.flow;
  const found: Fact[] = [];
  const booking = booked?.booking;
  const party = booking?.party_size ?? (partySize(state.details) || 1);
  const chosen = isLater(step) ? slot : null;
  const moment = booking ?? chosen;
  const offer = services.offerOf(state.flow);
  if (offer?.duration_minutes)
    found.push([icon("clock"), duration(offer.duration_minutes, locale)]);
  if (bookable && party > 1) found.push([icon("people"), fillPlural(t, "people", party, locale)]);
  const price = booking
    ? priceWords(props, booking, config.tenant.currency)
    : partyPrice(props, offer ?? chosen, party);
  if (price) found.push([icon("price"), price]);
  found.push(...services.serviceFacts(props));
  const policy = isLater(step) ? "" : policyWords(props);
  if (policy) found.push([icon("check"), policy, "early"]);
  if (moment) found.push(...services.momentFacts(props, moment));
  return found;
}

/** `price_from`: the lowest price, if it depends on later choices. */
export type Priced = {
  price_amount: number | null;
  price_from?: number | null;
  currency: string | null;
};

/** Length and price before a time is chosen. */
export interface Offer extends Priced {
  /** Null until a length is chosen. */
  duration_minutes: number | null;
  /** The same for each time, whatever times say. */
  fixed?: true;
}

/** Formatted price, if there is one to show. */
export function priceWords(
  { t, locale }: Pick<StepProps, "t" | "locale">,
  priced: Priced | null,
  currency: string,
): string {
  const amount = priced?.price_from ?? priced?.price_amount ?? null;
  if (!priced || amount === null) return "";
  const words = money(amount, priced.currency ?? currency, locale);
  if (priced.price_from != null) return fill(t.price_from, { price: words });
  return amount === 0 ? t.free : words;
}

/** Price of a party: `3 × €14.00 = €42.00`. */
function partyPrice(props: StepProps, priced: Priced | null, party: number): string {
  const { currency } = props.config.tenant;
  const one = priceWords(props, priced, currency);
  if (!priced?.price_amount || priced.price_from != null || party < 2) return one;
  const all = money(priced.price_amount * party, priced.currency ?? currency, props.locale);
  return `${new Intl.NumberFormat(props.locale).format(party)} × ${one} = ${all}`;
}

/** Whether local times of two zones differ at an instant. */
export const differ = (instant: string, zone: string, other: string): boolean =>
  offset(instant, "en", zone) !== offset(instant, "en", other);

/** A time of the chosen service, or a booking, which may be somewhere else. */
type Moment = Booking | { starts_at: string };

/** Whether guest and company meet at a place; a location that isn't set is the company's. */
export function isAtPlace({ state }: StepProps, moment: Moment): boolean {
  const location = "location" in moment ? moment.location : state.flow.bookable?.schedule?.location;
  return /here|address/.test(location?.kind ?? "here");
}

/** A place is read in the company's time, a call in the visitor's. */
export const leadZone = (props: StepProps, moment: Moment): string =>
  isAtPlace(props, moment) ? props.config.tenant.time_zone : props.store.calendar.zone;
