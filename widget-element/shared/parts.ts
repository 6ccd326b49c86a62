import { html, nothing, type TemplateResult } from "lit";
import { positionOf, stepsBefore, type Step } from "../flow";
import type * as Interactions from "../interactions/index";
import { fill } from "./texts";
import type { StepProps } from "./props";

const PATHS = {
  clock: "M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  price: "M3 12V4h8l10 10-8 8zM7 8h.01",
  people:
    "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 20a6 6 0 0 1 12 0M16 5a3 3 0 0 1 0 6M18 14a6 6 0 0 1 3 6",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  check: "M5 12.5l4.5 4.5L19 7.5",
} as const;

/** A decorative icon, hidden from assistive technology. */
export const drawing = (path: string, name = ""): TemplateResult =>
  html`<svg class="icon ${name}" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;
export const icon = (name: keyof typeof PATHS): TemplateResult => drawing(PATHS[name], name);

/** Header of a step: progress, back button, and the heading that receives focus. */
export function stepHead(
  props: StepProps,
  heading: string,
  step: Step = props.state.flow.step,
): TemplateResult {
  const { store, state, t } = props;
  const back = stepsBefore({ ...state.flow, step }).at(-1);
  return html`<div class="head">
    ${
      back
        ? html`<button
            type="button"
            class="round"
            part="back"
            aria-label=${t.back}
            @click=${() => store.act("back", back)}
          >
            ${icon("previous")}
          </button>`
        : nothing
    }
    <h3 part="heading" tabindex="-1" data-focus=${step === state.flow.step ? "step" : nothing}>
      ${heading}
    </h3>
  </div>`;
}

/** Progress: bars visually, text for screen readers. */
export function progress({ state, config, t }: StepProps): TemplateResult | typeof nothing {
  const position = positionOf(state.flow, config);
  const { step, total } = position;
  if (!step || state.flow.step === "done") return nothing;
  return html`<div class="progress" part="progress">
    <span class="hidden">${fill(t.progress, position)}</span>
    ${Array.from({ length: total }, (_, index) => html`<i class=${index < step ? "past" : ""}></i>`)}
  </div>`;
}

/** A rarely needed view from the interactions part; empty until that loads. */
export function lazyView(
  { store }: StepProps,
  view: (part: typeof Interactions) => unknown,
): unknown {
  if (!store.part) void store.loadPart();
  return store.part ? view(store.part) : nothing;
}

export const phoneLink = (phone: string): TemplateResult =>
  link(`tel:${phone.replace(/[^+\d]/g, "")}`, phone);

export const emailLink = (email: string): TemplateResult => link(`mailto:${email}`, email);

const link = (href: string, text: string): TemplateResult =>
  html`<a part="link" href=${href}><bdi>${text}</bdi></a>`;
