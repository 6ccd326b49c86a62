import { html, nothing, type TemplateResult } from "lit";
import { calendarLinks } from "../../app/lib/calendar-links";
import { bookableName } from "../choose/bookables";
import { dueWords, restWords } from "../details/due-words";
import { textOf } from "../shared/details";
import { emailLink, icon, phoneLink } from "../shared/parts";
import type { StepProps } from "../shared/props";
import { leadZone, ownTexts } from "../shared/summary";
import { momentWords, referenceWords } from "../shared/words";
import { fill } from "../shared/texts";
import type { Booked } from "../wire";

/** Last step: the booking, its reference and its actions. */
export function doneView(props: StepProps): TemplateResult {
  const { store, state, t } = props;
  const { booked } = state.flow;
  return booked
    ? bookedView(props, booked)
    : html`<div class="done" part="done">
        ${waitingHead(props)}
        <button type="button" class="quiet" part="link" @click=${() => store.page.reset("step")}>
          ${t.again}
        </button>
      </div>`;
}

const head = (drawn: "check" | "clock", heading: string, text: string): TemplateResult =>
  html`<span class="badge">${icon(drawn)}</span>
    <h3 part="heading" tabindex="-1" data-focus="step">${heading}</h3>
    <p>${text}</p>`;

function waitingHead({ state, t, locale }: StepProps): TemplateResult {
  const { joined } = state.flow;
  const email = textOf(state.details, "email");
  return html`${head("clock", t.done_heading_waiting, fill(t.done_text_waiting, { email }))}
    <dl class="reference" part="reference">
      <dt>${t.place_in_line}</dt>
      <dd>${new Intl.NumberFormat(locale).format(joined?.position ?? 1)}</dd>
    </dl>`;
}

function bookedView(props: StepProps, booked: Booked): TemplateResult {
  const { t, store, config } = props;
  const own = ownTexts(props);
  const waits = booked.booking.status === "pending";
  const heading = waits ? t.done_heading_approval : (own.done_heading ?? t.heading_done);
  const text = textFor(props, booked);
  return html`<div class="done" part="done">
    ${head(waits ? "clock" : "check", heading, text)}
    ${own.done_text && !waits ? html`<p class="own">${own.done_text}</p>` : nothing}
    <dl class="reference" part="reference">
      <dt>${t.reference}</dt>
      <dd>${referenceWords(booked.booking.reference)}</dd>
    </dl>
    ${needsLine(booked)} ${dateList(props, booked)} ${dueLine(props, booked)}
    ${waits || booked.dates ? nothing : calendarRow(props, booked)}
    ${config.success_url ? html`<a class="primary" part="button" href=${config.success_url}>${t.go_on}</a>` : nothing}
    ${
      booked.manage_url
        ? html`<a
            class=${config.success_url ? "quiet" : "primary"}
            part=${config.success_url ? "link" : "button"}
            href=${booked.manage_url}
            >${t.manage}</a
          >`
        : nothing
    }
    <button type="button" class="quiet" part="link" @click=${() => store.page.reset("step")}>
      ${t.again}
    </button>
    ${contactLine(props)}
  </div>`;
}

/** The person and the rooms that the guest is shown: "Sami · Room 2". */
function needsLine({ booking, is_visit }: Booked): TemplateResult | typeof nothing {
  return is_visit || booking.needs.length === 0
    ? nothing
    : html`<p>${resourceNames(booking).join(" · ")}</p>`;
}

const resourceNames = ({ resource, needs }: Booked["booking"]): string[] =>
  [resource, ...needs].map(({ name }) => name);

/** The times of several bookings that were made together. */
const dateList = (
  props: StepProps,
  { booking, dates, is_visit }: Booked,
): TemplateResult | typeof nothing =>
  dates
    ? html`<ol class="dates">
        ${dates.map(
          ({ starts_at, schedule, resource }) =>
            html`<li>
              ${momentWords(starts_at, props.locale, leadZone(props, booking))}
              ${is_visit ? html`<span>${schedule?.name} · ${resource.name}</span>` : nothing}
            </li>`,
        )}
      </ol>`
    : nothing;

/** How an agreed booking is paid that isn't paid yet. */
function dueLine(props: StepProps, { booking }: Booked): TemplateResult | typeof nothing {
  const { status, payment_status, price_amount, balance_amount, currency } = booking;
  if (status === "paid" && balance_amount > 0)
    return html`<p class="due">${restWords(props, booking, balance_amount)}</p>`;
  const words = dueWords(props, booking, price_amount, currency);
  const isDue = status === "confirmed" && payment_status !== "paid";
  return isDue && words ? html`<p class="due">${words}</p>` : nothing;
}

function contactLine({ config: { tenant }, t }: StepProps): TemplateResult | typeof nothing {
  const { phone, email } = tenant;
  if (!phone && !email) return nothing;
  return html`<p class="contact">
    ${t.contact} ${phone ? phoneLink(phone) : nothing} ${email ? emailLink(email) : nothing}
  </p>`;
}

/** Confirmed, paid, awaiting approval, or payable offline. */
function textFor({ state, config, t }: StepProps, { booking }: Booked): string {
  const tenant = config.tenant.name;
  if (booking.status === "pending")
    return fill(booking.pending_reason === "payment" ? t.done_text_unpaid : t.done_text_approval, {
      tenant,
    });
  const email = textOf(state.details, "email");
  const sent = email ? fill(t.text_done, { email }) : t.done_text_plain;
  return booking.payment_status === "paid" ? `${t.done_text_paid} ${sent}` : sent;
}

/** Calendar links: a file, or links to web calendars. */
function calendarRow(
  { state, config, t }: StepProps,
  { booking, manage_url }: Booked,
): TemplateResult {
  const { bookable } = state.flow;
  const name =
    booking.schedule?.name ?? (bookable ? bookableName(bookable) : booking.resource.name);
  const links = calendarLinks({
    title: `${name} · ${config.tenant.name}`,
    starts_at: booking.starts_at,
    ends_at: booking.ends_at,
    details: [...resourceNames(booking), referenceWords(booking.reference), manage_url]
      .filter(Boolean)
      .join("\n"),
    location: bookable?.schedule?.location?.text ?? null,
  });
  return html`<div class="calendars" role="group" aria-label=${t.add_calendar}>
    <span aria-hidden="true">${t.add_calendar}</span>
    ${manage_url ? html`<a part="link" class="quiet" href="${manage_url}/booking.ics" download="booking.ics">${t.calendar_file}</a>` : nothing}
    ${links.map(
      ([web, href]) =>
        html`<a part="link" class="quiet" href=${href} target="_blank" rel="noopener">${web}</a>`,
    )}
  </div>`;
}
