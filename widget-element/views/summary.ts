import { html, nothing, type TemplateResult } from "lit/html.js";
import { clockRange, dateInZone, dateWords, duration, money, offset } from "../format";
import { bookableName } from "../bookables";
import type { Booking, Slot } from "../wire";
import { icon } from "./parts";
import type { StepProps } from "./props";

/** What is being booked, as far as it is known: company, bookable, duration, price, resource, and the chosen time. */
export function summary(props: StepProps): TemplateResult {
  const { config, controller } = props;
  const { tenant } = config;
  const { bookable } = controller.flow;
  const description = bookable?.resources.length === 1 ? bookable.resources[0]?.description : null;
  return html`<div class="summary" part="summary">
    <div class="company">
      ${tenant.logo_url ? html`<img part="logo" src=${tenant.logo_url} alt="" />` : nothing}
      <span part="tenant">${tenant.name}</span>
    </div>
    <h2 part="title">${bookable ? bookableName(bookable) : config.config.name}</h2>
    ${description ? html`<p class="description">${description}</p>` : nothing}
    <ul class="meta" part="meta">
      ${facts(props).map(([name, text]) => html`<li>${icon(name)}<span>${text}</span></li>`)}
    </ul>
  </div>`;
}

type Fact = [Parameters<typeof icon>[0], string | TemplateResult];

function facts(props: StepProps): Fact[] {
  const { controller, locale, config } = props;
  const { bookable, resource_id, slot, booked } = controller.flow;
  const found: Fact[] = [];
  const schedule = bookable?.schedule;
  const booking = booked?.booking;
  if (schedule) found.push(["clock", duration(schedule.duration_minutes, locale)]);
  const price = priceWords(props, booking ?? slot ?? schedule ?? null, config.tenant.currency);
  if (price) found.push(["price", price]);
  const taken_id = booking?.resource.id ?? slot?.resource_id ?? resource_id;
  const resource = bookable?.resources.find(({ id }) => id === taken_id);
  if (resource && schedule) found.push(["resource", resource.name]);
  if (booking && booking.party_size > 1) found.push(["people", String(booking.party_size)]);
  const moment = booking ?? (controller.flow.step === "details" ? slot : null);
  if (moment) found.push(["calendar", momentWords(props, moment)], ["globe", zoneWords(props, moment)]);
  return found;
}

type Priced = { price_amount: number | null; currency: string | null };

/** A price in words; nothing when there is none to tell. */
export function priceWords(
  { t, locale }: Pick<StepProps, "t" | "locale">,
  priced: Priced | null,
  currency: string,
): string {
  if (!priced || priced.price_amount === null) return "";
  if (priced.price_amount === 0) return t.free;
  return money(priced.price_amount, priced.currency ?? currency, locale);
}

const momentWords = ({ locale, controller }: StepProps, { starts_at, ends_at }: Slot | Booking): TemplateResult =>
  html`<strong>${dateWords(dateInZone(starts_at, controller.calendar.zone), "full", locale)}</strong><br />${clockRange(
      starts_at,
      ends_at,
      locale,
      controller.calendar.zone,
    )}`;

const zoneWords = ({ locale, controller }: StepProps, { starts_at }: Slot | Booking): string =>
  `${controller.calendar.zone.replaceAll("_", " ")} (${offset(starts_at, locale, controller.calendar.zone)})`;
