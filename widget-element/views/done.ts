import { html, nothing, type TemplateResult } from "lit/html.js";
import { textOf } from "../details";
import { referenceWords } from "../format";
import { fill } from "../strings";
import type { Booked } from "../wire";
import { icon } from "./parts";
import type { StepProps } from "./props";

/** The last step: what was booked, its reference, and the link to change it. */
export function doneView(props: StepProps): TemplateResult {
  const { controller, t, again } = props;
  const booked = controller.flow.booked!; // The step machine reaches this step with a booking only.
  const state = stateOf(booked);
  const checkout = booked.payment?.checkout_url;
  return html`<div class="done" part="done">
    <span class="badge">${icon(state ? "clock" : "check")}</span>
    <h3 part="heading" tabindex="-1" data-focus="step">${t[`done_heading${state}`]}</h3>
    <p>${fill(t[`done_text${state}`], { email: textOf(controller.details, "email") })}</p>
    <dl class="reference" part="reference">
      <dt>${t.reference}</dt>
      <dd>${referenceWords(booked.booking.reference)}</dd>
    </dl>
    ${checkout ? html`<a class="primary" part="button" href=${checkout}>${t.pay}</a>` : nothing}
    <a class=${checkout ? "quiet" : "primary"} part=${checkout ? "link" : "button"} href=${booked.manage_url}
      >${t.manage}</a
    >
    <button type="button" class="quiet" part="link" @click=${again}>${t.again}</button>
  </div>`;
}

/** Whether the booking is confirmed, waits for approval, or waits to be paid. */
function stateOf({ booking, payment }: Booked): "" | "_approval" | "_payment" {
  if (booking.pending_reason === "payment" && payment?.checkout_url) return "_payment";
  return booking.status === "pending" ? "_approval" : "";
}
