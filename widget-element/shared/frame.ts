import { html, nothing, type TemplateResult } from "lit";
import { dayView } from "../choose/day-view";
import { whatView, whichView } from "../choose/what-view";
import { isLater } from "../flow";
import { fill } from "./texts";
import { progress, lazyView } from "./parts";
import type { ViewProps, StepProps } from "./props";
import { summary } from "./summary";

const FIRST_VIEWS = { what: whatView, which: whichView, day: dayView, time: dayView };

/** The complete form: a card with summary and current step, and one polite live region. */
export function frame(props: ViewProps): TemplateResult {
  const { controller, t, locale, direction } = props;
  const config = controller?.failure ? null : controller?.config;
  return html`<section
    class="root"
    part="root"
    lang=${locale}
    dir=${direction}
    data-density=${config?.branding.density ?? nothing}
    aria-label=${fill(t.region, { tenant: config?.tenant.name ?? "" }).trim()}
  >
    <div class="card" part="card" data-step=${controller?.flow.step ?? "what"}>
      ${content(props)}
    </div>
    <div class="hidden" role="status">${props.announcement}</div>
  </section>`;
}

function content(props: ViewProps): TemplateResult {
  const { controller } = props;
  if (!controller || controller.failure) return unavailable(props);
  if (!controller.config) return skeleton(props);
  const step: StepProps = { ...props, controller, config: controller.config };
  return html`${summary(step)}
    <div class="step" part="step">${progress(step)} ${stepView(step)}</div>`;
}

function stepView(props: StepProps): unknown {
  const { controller } = props;
  const { step } = controller.flow;
  const early = { ...FIRST_VIEWS, ...controller.services?.views };
  if (!isLater(step)) return early[step as keyof typeof FIRST_VIEWS](props);
  const view = controller.checkout && props.checkoutViews?.[step];
  if (view) return view(props);
  const problem = controller.checkout_problem;
  return problem
    ? lazyView(props, (interactions) => interactions.trouble(props, problem))
    : skeletonGrid(props);
}

/**
 * Without a configuration: the error above the page's fallback content; minimal if the error view
 * can't load either.
 */
function unavailable(props: ViewProps): TemplateResult {
  const { controller, t } = props;
  const failure = controller?.failure;
  const plain = controller
    ? html`<p>${t.problem_unreachable}</p>
        <button
          type="button"
          class="choice"
          @click=${() => controller.act((interactions) => interactions.retry())}
        >
          ${t.retry}
        </button>`
    : html`<p>${t.problem_setup}</p>
        <small>missing_key</small>`;
  return html`<div class="step">
    ${controller?.interactions && failure ? controller.interactions.failed(props, failure) : plain}
    <slot></slot>
  </div>`;
}

/** Placeholder with the final dimensions, to avoid layout shifts. */
const skeleton = (props: ViewProps): TemplateResult =>
  html`<div class="summary"><i class="bone"></i></div>
    <div class="step">${skeletonGrid(props)}</div>`;

const skeletonGrid = ({ t }: ViewProps): TemplateResult =>
  html`<div class="bones" aria-busy="true">
    <span class="hidden">${t.loading}</span
    >${Array.from({ length: 35 }, () => html`<i class="bone"></i>`)}
  </div>`;
