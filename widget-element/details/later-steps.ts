import type { Step } from "../flow";
import { unreachable, type Problem } from "../shared/problem";
import type * as Repeat from "../repeat/index";
import type { StepView } from "../shared/props";
import type { Store } from "../store";

/** Views of the later steps, once loaded. */
export const views: Partial<Record<Step, StepView>> = {};

/** Optional parts of the form, once loaded. */
export const parts: { repeat?: typeof Repeat } = {};

/** Optional steps and parts. Each loads with its view. */
const loadStep = {
  verify: async () => {
    const verify = await import("../verify/index");
    views.verify = verify.view;
    return verify;
  },
  pay: async () => {
    const pay = await import("../pay/index");
    views.pay = pay.view;
    return pay;
  },
  repeat: async () => (parts.repeat = await import("../repeat/index")),
};

type LoadedSteps = {
  [Name in keyof typeof loadStep]: Awaited<ReturnType<(typeof loadStep)[Name]>>;
};

/**
 * Uses an optional step's code once loaded: preloaded if it will probably be needed, otherwise
 * loaded on demand.
 */
export function withStep<Name extends keyof LoadedSteps>(
  store: Store,
  name: Name,
  use: (step: LoadedSteps[Name]) => unknown,
  failed?: (problem: Problem) => void,
): Promise<void> {
  store.set({ part_problem: null });
  // TypeScript can't follow the name through the table.
  return (loadStep[name]() as Promise<LoadedSteps[Name]>)
    .then(use, () => {
      const part_problem = unreachable();
      store.set({ part_problem });
      failed?.(part_problem);
      if (failed || store.state.flow.step === name) store.report(part_problem);
    })
    .then(() => store.page.changed());
}
