import { html, nothing, type TemplateResult } from "lit";
import { depositWords } from "../details/due-words";
import { clockLabel, money } from "../shared/format";
import { drawing, icon } from "../shared/parts";
import type { StepProps } from "../shared/props";
import { referenceWords } from "../shared/words";
import { fill } from "../shared/texts";
import type { Booking } from "../wire";
import type { PaymentState } from "./payment";

const CARD = "M3 6h18v12H3zM3 10h18M7 14.5h3";

/** Booked, payment due: checkout link and payment status. */
export function payView(props: StepProps): TemplateResult {
  const { store, state, config, t, locale } = props;
  const { booked } = state.flow;
  const { payment = "open" } = state;
  const texts: Record<PaymentState, string> = {
    open: t.pay_text,
    back: t.pay_back,
    checking: t.pay_checking,
    slow: t.pay_slow,
    failed: t.pay_failed,
    expired: t.pay_expired,
    cancelled: t.pay_cancelled,
  };
  const known: Partial<Booking> = booked?.booking ?? {};
  const { expires_at, reference, refund_amount, balance_amount = 0, currency } = known;
  const { due_now_amount = balance_amount, pending_reason } = known;
  const is_card = pending_reason === "card";
  const until =
    expires_at && fill(t.pay_until, { time: clockLabel(expires_at, locale, store.calendar.zone) });
  const to_pay = payment === "open" || payment === "back" || payment === "failed";
  const is_over = payment === "expired" || payment === "cancelled";
  const url = booked?.payment?.checkout_url;
  const amount = money(due_now_amount, currency ?? config.tenant.currency, locale);
  return html`<div class="done" part="done">
    <span class="badge">${to_pay ? drawing(CARD) : icon("clock")}</span>
    <h3 part="heading" tabindex="-1" data-focus="step">
      ${!to_pay ? t.pay_heading_over : is_card ? t.save_card : t.pay_heading}
    </h3>
    <p role=${payment === "open" ? nothing : "status"}>
      ${is_card && to_pay ? t.card_text : texts[payment]}
    </p>
    ${is_over && refund_amount && currency ? html`<p>${fill(t.pay_refund, { amount: money(refund_amount, currency, locale) })}</p>` : nothing}
    ${to_pay && !is_card && booked && due_now_amount < balance_amount ? html`<p class="due">${depositWords(props, booked.booking, { now: due_now_amount, total: balance_amount })}</p>` : nothing}
    ${to_pay && until ? html`<p>${until}</p>` : nothing}
    ${
      reference
        ? html`<dl class="reference" part="reference">
            <dt>${t.reference}</dt>
            <dd>${referenceWords(reference)}</dd>
          </dl>`
        : nothing
    }
    ${to_pay && url ? html`<a class="primary" part="button" href=${url}>${is_card ? t.save_card : fill(t.submit_payment, { amount })}</a>` : nothing}
    ${booked?.manage_url ? html`<a class="quiet" part="link" href=${booked.manage_url}>${t.manage}</a>` : nothing}
    ${is_over ? html`<button type="button" class="quiet" part="link" @click=${() => store.page.reset("step")}>${t.again}</button>` : nothing}
  </div>`;
}
