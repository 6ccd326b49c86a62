import { html, nothing, type TemplateResult } from "lit";
import { money } from "../shared/format";
import type { StepProps } from "../shared/props";
import type { PersonKind } from "../wire";
import { countsOf, kindField, seatsOf } from "./party";
import { kindsOf } from "./requirements";

/** The most people of a kind that takes no seat, as in the contract's limits. */
const MAX_WITHOUT_SEAT = 100;

/**
 * How many of each kind of people come. The buttons only spare typing: assistive technology uses
 * the fields, which step by themselves. `total`: shown below unless null.
 */
export function partyView(props: StepProps, total: number | null): TemplateResult | typeof nothing {
  const { store, state, config, locale, t } = props;
  const { slot, bookable } = state.flow;
  const kinds = kindsOf(store);
  if (!kinds.length) return nothing;
  const counts = countsOf(state.details, kinds);
  const { max_party_size, currency } = bookable!.schedule!; // kinds are a schedule's
  const room = Math.min(max_party_size ?? Infinity, slot?.remaining ?? Infinity) - seatsOf(counts);
  const price = (amount: number) =>
    amount ? money(amount, slot?.currency ?? currency ?? config.tenant.currency, locale) : t.free;
  const set = (kind: PersonKind, wanted: number) => {
    const others = new Map(counts).set(kind, Math.max(0, Math.trunc(wanted) || 0));
    for (const [{ id }, count] of others) store.act("change", kindField(id), String(count));
    store.act("change", "party_size", String(seatsOf(others)));
  };
  const error = state.errors.get("party_size");
  return html`<fieldset
    class="field addons"
    part="field"
    aria-describedby=${error ? "party_size-error" : nothing}
  >
    <legend part="label">${t.party_size}</legend>
    ${[...counts].map(([kind, count], index) => {
      const { id, name, price_amount, takes_seat } = kind;
      const each = price_amount ?? slot?.price_amount ?? null;
      const most = takes_seat ? count + room : MAX_WITHOUT_SEAT;
      const step = (by: number, sign: string) =>
        html`<button
          type="button"
          class="quiet"
          part="link"
          tabindex="-1"
          aria-hidden="true"
          ?disabled=${count + by < 0 || count + by > most}
          @click=${() => set(kind, count + by)}
        >
          ${sign}
        </button>`;
      return html`<div class="field">
        <label for=${kindField(id)} part="label"
          >${[name, each === null ? "" : price(each)].filter(Boolean).join(" · ")}</label
        >
        <div class="count">
          ${step(-1, "−")}<input
            part="input"
            id=${kindField(id)}
            data-field=${index ? nothing : "party_size"}
            type="number"
            min="0"
            max=${most}
            aria-invalid=${!!error}
            .value=${String(count)}
            @input=${({ target }: Event) => set(kind, Number((target as HTMLInputElement).value))}
          />${step(1, "+")}
        </div>
      </div>`;
    })}
    ${error ? html`<p class="error" id="party_size-error" part="error">${error}</p>` : nothing}
    ${total === null ? nothing : html`<p class="total" role="status">${t.total} <b>${price(total)}</b></p>`}
  </fieldset>`;
}
