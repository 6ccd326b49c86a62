import { html, nothing, type TemplateResult } from "lit";
import type { Step } from "../flow";
import { fill } from "./texts";
import { progress, lazyView } from "./parts";
import type { StepProps, StepView, ViewProps } from "./props";
import { summary } from "./summary";

/** The complete form: a card with summary and current step, and one polite live region. */
export function frame(props: ViewProps): TemplateResult {
  const { store, t, locale, direction } = props;
  const state = store?.state;
  const config = state?.failure ? null : state?.config;
  return html`<section
    class="root"
    part="root"
    lang=${locale}
    dir=${direction}
    data-density=${config?.branding.density ?? nothing}
    aria-label=${fill(t.region, { tenant: config?.tenant.name ?? "" }).trim()}
  >
    <div class="card" part="card" data-step=${state?.flow.step ?? "what"}>${content(props)}</div>
    <div class="hidden" role="status">${state?.announcement ?? ""}</div>
  </section>`;
}

function content(props: ViewProps): TemplateResult {
  const { store } = props;
  const state = store?.state;
  if (!store || !state || state.failure) return unavailable(props);
  const { config, services } = state;
  if (!config || !services) return skeleton(props);
  const step: StepProps = { ...props, store, state, config, services };
  return html`${summary(step)}
    <div class="step" part="step">${progress(step)} ${stepView(step)}</div>`;
}

function stepView(props: StepProps): unknown {
  const { services, state } = props;
  const views: Partial<Record<Step, StepView>> = {
    ...services.views,
    ...state.checkout?.views,
  };
  const view = views[state.flow.step];
  if (view) return view(props);
  const problem = state.part_problem;
  return problem ? lazyView(props, (part) => part.trouble(props, problem)) : skeletonGrid(props);
}

/**
 * Without a configuration: the error above the page's fallback content; minimal if the error view
 * can't load either.
 */
function unavailable(props: ViewProps): TemplateResult {
  const { store, t } = props;
  const failure = store?.state.failure;
  const plain = store
    ? html`<p>${t.problem_unreachable}</p>
        <button type="button" class="time" @click=${() => store.act("retry")}>${t.retry}</button>`
    : html`<p>${t.problem_setup}</p>
        <small>missing_key</small>`;
  return html`<div class="step">
    ${store?.part && failure ? store.part.failed(props, failure) : plain}
    <slot></slot>
  </div>`;
}

/** Placeholder with the final dimensions, to avoid layout shifts. */
const skeleton = (props: ViewProps): TemplateResult =>
  html`<div class="summary"><i class="bone"></i></div>
    <div class="step">${skeletonGrid(props)}</div>`;

export const skeletonGrid = ({ t }: ViewProps): TemplateResult =>
  html`<div class="bones" aria-busy="true">
    <span class="hidden">${t.loading}</span
    >${Array.from({ length: 35 }, () => html`<i class="bone"></i>`)}
  </div>`;
