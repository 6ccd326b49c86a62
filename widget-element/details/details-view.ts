import { html, nothing, type TemplateResult } from "lit";
import { bookableName } from "../choose/bookables";
import { maySend } from "../interactions/advance";
import { addonField } from "../interactions/chosen-addons";
import { notice, sentence, trouble } from "../interactions/trouble";
import { partySize } from "../shared/details";
import { clockLabel, dateInZone, dateWords, duration, money } from "../shared/format";
import { stepHead } from "../shared/parts";
import type { Problem } from "../shared/problem";
import type { StepProps } from "../shared/props";
import { ownTexts, policyWords } from "../shared/summary";
import { countdown, momentWords } from "../shared/words";
import { fill } from "../shared/texts";
import { verificationMode } from "../verify/verification";
import type { Language, Slot } from "../wire";
import { cardTerms } from "./card-terms";
import { depositWords, dueWords } from "./due-words";
import { fieldView, questionField, type FieldSpec } from "./fields";
import { extraMinutes, answerField, shownAmount, shownDeposit, type ShownSlot } from "./form";
import { secondsHeld } from "./hold";
import { parts } from "./later-steps";
import { partyView } from "./party-view";
import { addonsOf, isRepeated, kindsOf, mostDates, requirementsOf, totalOf } from "./requirements";
import { lacksDates, send } from "./send";

/** Details form: contact, custom questions, consents and the submit button. */
export function detailsView(props: StepProps): TemplateResult {
  const { store, state, t } = props;
  const { problem, waits } = state.flow;
  const submit = (event: Event) => {
    event.preventDefault();
    void send(store);
  };
  const heading = waits
    ? t.waitlist_heading
    : (ownTexts(props).details_heading ?? t.heading_details);
  return html`${stepHead(props, heading)} ${holdLine(props)}
    ${problem ? problemNotice(props, problem) : nothing}
    ${waits ? html`<p class="lead">${t.waitlist_text}</p>` : nothing}
    <form part="form" novalidate @submit=${submit}>
      ${partyView(props, addonsOf(store)?.length || isRepeated(store) ? null : amountOf(props))}
      ${fields(props).map((spec) => fieldView(props, spec))} ${addons(props)}
      ${mostDates(store) ? parts.repeat?.view(props) : nothing} ${honeypot(props)} ${rules(props)}
      ${depositLine(props)}
      <button
        class="primary"
        part="button"
        aria-disabled=${!maySend(state.flow) || lacksDates(store)}
      >
        ${submitLabel(props)}
      </button>
      ${testMode(props)}
    </form>`;
}

/** Visual countdown of the hold; screen readers announce the last minute and the end. */
function holdLine({ store, state, t, locale }: StepProps): TemplateResult | typeof nothing {
  const left = secondsHeld(store);
  if (left) {
    const [before, after] = t.held_for.split("{{time}}");
    return html`<p class="hold" part="hold">
      ${before}<strong role="timer">${countdown(left, locale)}</strong>${after}
    </p>`;
  }
  return state.hold_over ? html`<p class="hold" part="hold">${t.held_over}</p>` : nothing;
}

/** The price of the booking as chosen; null for a service without prices. */
function amountOf({ store, state }: StepProps): number | null {
  const { slot } = state.flow;
  if (!slot) return null;
  if (isRepeated(store)) return parts.repeat?.planOf(store)?.price_amount ?? null;
  const amount = totalOf(store, slot);
  return slot.price_amount === null && !amount ? null : amount;
}

/** Whether this booking continues to a checkout. */
function paysNow(props: StepProps): boolean {
  const { state, config } = props;
  const { bookable } = state.flow;
  const price = amountOf(props) ?? bookable?.schedule?.price_amount;
  const due = bookable?.schedule?.requires_payment && !!price && config.payment !== "off";
  return !!due && state.details.payment !== "later";
}

function submitLabel(props: StepProps): string {
  const { store, state, config, locale, t } = props;
  const { sending, waits, bookable, slot } = state.flow;
  if (sending) return t.submit_sending;
  if (waits) return t.submit_waitlist;
  if (bookable?.schedule?.requires_approval) return t.submit_approval;
  const amount = amountOf(props);
  if (slot && amount !== null && paysNow(props))
    return fill(t.submit_payment, {
      amount: money(
        shownDeposit(amount, slot, state.details, bookable?.schedule) ?? amount,
        slot.currency ?? config.tenant.currency,
        locale,
      ),
    });
  const due = slot && dueWords(props, slot, amount, slot.currency);
  const submit = isRepeated(store) ? t.submit_dates : (ownTexts(props).submit ?? t.submit);
  return [submit, due].filter(Boolean).join(" · ");
}

/** "€20.00 now, €60.00 at your visit", if a deposit is paid online. */
function depositLine(props: StepProps): TemplateResult | typeof nothing {
  const { state } = props;
  const { slot, bookable, waits } = state.flow;
  if (!slot || waits || !paysNow(props)) return nothing;
  const total = amountOf(props) ?? 0;
  const now = shownDeposit(total, slot, state.details, bookable?.schedule);
  if (now === null || now === total) return nothing;
  return html`<p class="due">
    ${depositWords(props, slot, { now, total }, bookable?.schedule?.requires_approval)}
  </p>`;
}

function fields(props: StepProps): FieldSpec[] {
  const { store, state, config, t } = props;
  const { flow } = state;
  const { questions, phone, notes } = requirementsOf(store);
  const specs: FieldSpec[] = [
    { field: "name", label: t.name, kind: "text", autocomplete: "name", required: true },
    {
      field: "email",
      label: t.email,
      kind: "email",
      autocomplete: "email",
      required: true,
      hint: t.email_hint,
    },
  ];
  if (phone !== "off")
    specs.push({
      field: "phone",
      label: t.phone,
      kind: "tel",
      autocomplete: "tel",
      required: phone === "required",
      hint: t.phone_hint,
    });
  if (!flow.waits && flow.bookable?.schedule?.text_reminders)
    specs.push({
      field: "text_reminders",
      label: config.text_consent?.[new Intl.Locale(props.locale).language as Language],
      kind: "tick",
    });
  specs.push(...questions.map((question) => questionField(answerField(question.id), question)));
  if (notes !== "off")
    specs.push({
      field: "notes",
      label: t.notes,
      kind: "textarea",
      required: notes === "required",
    });
  if (verificationMode(store) === "either")
    specs.push({
      field: "channel",
      label: t.verify_channel,
      kind: "radios",
      options: [
        ["email", t.verify_email],
        ["sms", t.verify_sms],
      ],
    });
  const price = amountOf(props) ?? flow.bookable?.schedule?.price_amount;
  if (
    !flow.waits &&
    config.payment === "optional" &&
    flow.bookable?.schedule?.requires_payment &&
    price
  )
    specs.push({
      field: "payment",
      label: t.pay_choice,
      kind: "radios",
      options: [
        ["now", t.pay_now],
        ["later", fill(t.pay_on_site, { tenant: config.tenant.name })],
      ],
    });
  return specs;
}

/** The service's extras: a tick, or how many. They are optional, and the total is shown below. */
function addons(props: StepProps): TemplateResult | typeof nothing {
  const { store, state, config, locale, t } = props;
  const offered = addonsOf(store);
  if (state.flow.waits || !offered?.length) return nothing;
  const { id: service, currency } = state.flow.bookable?.schedule ?? {};
  // Other times are listed with room for them.
  if (service) store.extras[service] = extraMinutes(state.details, offered);
  const price = (amount: number) =>
    amount ? money(amount, currency ?? config.tenant.currency, locale) : t.free;
  const total = amountOf(props);
  return html`<fieldset class="field addons" part="field">
    <legend part="label">${t.addons}</legend>
    ${offered.map(({ id, name, price_amount, max_quantity, extra_minutes }) =>
      fieldView(props, {
        field: addonField(id),
        label: [
          name,
          ...(extra_minutes ? [`+ ${duration(extra_minutes, locale)}`] : []),
          price(price_amount),
        ].join(" · "),
        kind: max_quantity === 1 ? "tick" : "select",
        in_group: true,
        empty: "0",
        options: Array.from({ length: max_quantity }, (_, index) => {
          const count = String(index + 1);
          return [count, count] as const;
        }),
      }),
    )}
    ${total === null || isRepeated(store) ? nothing : html`<p class="total" role="status">${t.total} <b>${price(total)}</b></p>`}
  </fieldset>`;
}

/** Hidden from people; bots that fill it are detected. */
const honeypot = ({ store, state }: StepProps): TemplateResult =>
  html`<div class="hidden" aria-hidden="true">
    <label
      >Website<input
        name="website"
        tabindex="-1"
        autocomplete="off"
        .value=${state.details.website ?? ""}
        @input=${(event: Event) => store.act("change", "website", (event.target as HTMLInputElement).value)}
    /></label>
  </div>`;

/** Terms accepted by booking, and the cancellation period. */
function rules(props: StepProps): TemplateResult | typeof nothing {
  const { config, state, t } = props;
  if (state.flow.waits) return nothing;
  const policy = policyWords(props);
  const [before, after] = t.terms.split("{{link}}");
  const terms = html`${before}<a
      part="link"
      href=${config.terms_url ?? ""}
      target="_blank"
      rel="noopener"
      >${t.terms_link}</a
    >${after}`;
  const card = cardTerms(props.store);
  return html`${card ? fieldView(props, { field: "card_terms", kind: "tick", required: true, label: card.text }) : nothing}
  ${config.terms_url ? fieldView(props, { field: "terms", kind: "tick", required: true, label: terms }) : nothing}
  ${policy ? html`<p class="terms">${policy}</p>` : nothing}`;
}

const testMode = (props: StepProps): TemplateResult | typeof nothing =>
  props.config.sandbox && paysNow(props) ? html`<p class="hint">${props.t.test_mode}</p>` : nothing;

function problemNotice(props: StepProps, problem: Problem): TemplateResult | typeof nothing {
  const { state } = props;
  if (problem.card_terms) return notice(props.t.card_changed);
  if (problem.code === "price_changed") return priceNotice(props, problem);
  if (problem.code === "service_gone") return missingNotice(props);
  switch (problem.kind) {
    case "taken":
      return takenNotice(props, problem);
    case "invalid":
      return state.errors.size
        ? nothing
        : notice(sentence(props, { ...problem, code: "" }), otherTime(props));
    case "refused":
      return notice(refusals(props)[problem.code] ?? sentence(props, problem), otherTime(props));
    default:
      return trouble(props, problem);
  }
}

/** Errors with a dedicated message. */
const refusals = ({ t }: StepProps): Partial<Record<string, string>> => ({
  already_exists: t.already_waiting,
  customer_limit: t.limit_reached,
  booking_link_unavailable: t.link_closed,
});

const otherTime = ({ store, t }: StepProps): TemplateResult =>
  html`<button type="button" class="quiet" part="link" @click=${() => store.act("back", "time")}>
    ${t.choose_time}
  </button>`;

/** The price, or its deposit, has changed: shows both, and asks whether to book at the new one. */
function priceNotice(props: StepProps, { amount = 0, deposit_amount }: Problem): TemplateResult {
  const { store, state, config, locale, t } = props;
  const { date } = state.flow;
  const slot: ShownSlot | null = state.flow.slot;
  if (!slot || !date) return notice(t.problem_refused);
  const words = (price: number) =>
    price ? money(price, slot.currency ?? config.tenant.currency, locale) : t.free;
  const accept = () => {
    const kinds = kindsOf(store);
    const extra = shown - shownAmount(slot, state.details, kinds);
    const price = kinds.length
      ? { change: (slot.change ?? 0) + amount - shown }
      : { price_amount: (amount - extra) / partySize(state.details) };
    const accepted =
      deposit_amount === undefined ? {} : { accepted: { total: amount, deposit_amount } };
    store.calendar.spans.clear();
    const changed: ShownSlot = { ...slot, ...price, ...accepted };
    store.act("choose", { type: "slot_chosen", slot: changed, date });
  };
  const shown = totalOf(store, slot);
  // A changed price names its total, a changed deposit the amount due now.
  const isDeposit = amount === shown && deposit_amount !== undefined;
  const due = isDeposit ? (deposit_amount ?? amount) : amount;
  const deposit = shownDeposit(shown, slot, state.details, state.flow.bookable?.schedule);
  const before = words(isDeposit ? (deposit ?? shown) : shown);
  return notice(
    fill(isDeposit ? t.deposit_changed : t.price_changed, { price: words(due), before }),
    html`<button type="button" class="quiet" part="link" @click=${accept}>
        ${fill(t.price_accept, { price: words(due) })}
      </button>
      ${otherTime(props)}`,
  );
}

/** The service was removed: typed details would be of no use to another one. */
function missingNotice({ store, state, t }: StepProps): TemplateResult {
  const { bookable } = state.flow;
  return notice(
    fill(t.service_gone, { name: bookable ? bookableName(bookable) : "" }),
    html`<button type="button" class="quiet" part="link" @click=${() => store.page.reset("step")}>
      ${t.again}
    </button>`,
  );
}

/** The time was taken: offers nearby free times and a link to the calendar. */
function takenNotice(props: StepProps, { alternatives, code, reason }: Problem): TemplateResult {
  const { store, state, t, locale } = props;
  const { zone } = store.calendar;
  const resources = state.flow.bookable?.resources ?? [];
  const named = (slot: Slot) =>
    resources.length > 1 ? resources.find(({ id }) => id === slot.resource_id)?.name : "";
  const { slot } = state.flow;
  const choose = (slot: Slot) => () => {
    const date = dateInZone(slot.starts_at, zone);
    store.act("choose", { type: "slot_chosen", slot, date });
    const time = `${dateWords(date, "long", locale)}, ${clockLabel(slot.starts_at, locale, zone)}`;
    store.set({ announcement: fill(t.time_chosen, { time }) });
  };
  const isWithdrawn = code === "outside_booking_window" || reason === "closed";
  const text = isWithdrawn
    ? t.too_late
    : fill(t.taken, { time: slot ? momentWords(slot.starts_at, locale, zone) : "" });
  return notice(
    text,
    html`<p>${alternatives.length ? t.taken_alternatives : isWithdrawn ? nothing : t.taken_none}</p>
      <div class="alternatives">
        ${alternatives.map(
          (slot) =>
            html`<button type="button" class="time" part="time" @click=${choose(slot)}>
              ${momentWords(slot.starts_at, locale, zone)}<small>${named(slot)}</small>
            </button>`,
        )}
      </div>
      ${otherTime(props)}`,
  );
}
