import { html, nothing, type TemplateResult } from "lit";
import { clockLabel } from "../format";
import { fill } from "../strings";
import { drawing } from "../views/parts";
import type { StepProps } from "../views/props";
import type { Payment } from "../later/checkout";
import { referenceWords } from "../later/words";
import { CARD, CLOCK } from "../later/views/drawings";

/** Booked and to be paid: the way to the checkout, and what became of it. */
export function payView(props: StepProps): TemplateResult {
  const { controller, t, locale, again } = props;
  const { booking, manage_url, payment } = controller.flow.booked!; // The step machine reaches this step with a booking only.
  const { state } = controller.later!.checkout; // This view is shown once the later steps are there.
  const texts: Record<Payment, string> = {
    open: t.pay_text,
    back: t.pay_back,
    checking: t.pay_checking,
    slow: t.pay_slow,
    failed: t.pay_failed,
    expired: t.pay_expired,
  };
  const until =
    booking.expires_at && fill(t.pay_until, { time: clockLabel(booking.expires_at, locale, controller.calendar.zone) });
  const to_pay = state === "open" || state === "back" || state === "failed";
  return html`<div class="done" part="done">
    <span class="badge">${drawing(to_pay ? CARD : CLOCK)}</span>
    <h3 part="heading" tabindex="-1" data-focus="step">${t.pay_heading}</h3>
    <p role=${state === "open" ? nothing : "status"}>${texts[state]}</p>
    ${to_pay && until ? html`<p>${until}</p>` : nothing}
    <dl class="reference" part="reference">
      <dt>${t.reference}</dt>
      <dd>${referenceWords(booking.reference)}</dd>
    </dl>
    ${to_pay ? html`<a class="primary" part="button" href=${payment?.checkout_url ?? ""}>${t.pay}</a>` : nothing}
    <a class="quiet" part="link" href=${manage_url}>${t.manage}</a>
    ${state === "expired" ? html`<button type="button" class="quiet" part="link" @click=${again}>${t.again}</button>` : nothing}
  </div>`;
}
