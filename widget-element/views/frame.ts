import { html, type TemplateResult } from "lit/html.js";
import { fill } from "../strings";
import { dayView } from "./day";
import { detailsView } from "./details";
import { doneView } from "./done";
import { notice, progress, retryButton, sentence } from "./parts";
import type { ViewProps, StepProps } from "./props";
import { summary } from "./summary";
import { whatView, whichView } from "./what";

const STEP_VIEWS = {
  what: whatView,
  which: whichView,
  day: dayView,
  time: dayView,
  details: detailsView,
  done: doneView,
};

/** The whole element: the card with what is booked and the present step, and one polite live region. */
export function frame(props: ViewProps): TemplateResult {
  const { controller, t, locale, direction } = props;
  const tenant = controller?.config?.tenant.name ?? "";
  return html`<section
    class="root"
    part="root"
    lang=${locale}
    dir=${direction}
    aria-label=${fill(t.region, { tenant })}
  >
    <slot name="header"></slot>
    <div class="card" part="card" data-step=${controller?.flow.step ?? "what"}>${content(props)}</div>
    <slot name="footer"></slot>
    <div class="hidden" role="status">${props.announcement}</div>
  </section>`;
}

function content(props: ViewProps): TemplateResult {
  const { controller } = props;
  if (!controller || controller.failure) return unavailable(props);
  if (!controller.config) return skeleton(props);
  const step: StepProps = { ...props, controller, config: controller.config };
  return html`${summary(step)}
    <div class="step" part="step">${progress(step)} ${STEP_VIEWS[controller.flow.step](step)}</div>`;
}

/** Without a configuration: a sentence, a retry where one can help, and the page's own fallback content. */
function unavailable(props: ViewProps): TemplateResult {
  const { controller, t } = props;
  const failure = controller?.failure;
  const passing = failure && failure.kind !== "refused" && failure.kind !== "invalid";
  return html`<div class="step">
    ${passing ? notice(sentence(props, failure), retryButton(props)) : notice(t.problem_setup, html`<small>${failure?.code ?? "missing_key"}</small>`)}
    <slot></slot>
  </div>`;
}

/** The shape of what is coming, so that nothing jumps when it arrives. */
const skeleton = ({ t }: ViewProps): TemplateResult =>
  html`<div class="summary"><i class="bone"></i></div>
    <div class="step" aria-busy="true">
      <span class="hidden">${t.loading}</span>
      <div class="bones">${Array.from({ length: 35 }, () => html`<i class="bone"></i>`)}</div>
    </div>`;
