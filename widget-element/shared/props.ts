import type { TemplateResult } from "lit";
import type * as Services from "../services/index";
import type { State, Store } from "../store";
import type { Config } from "../wire";
import type { Texts } from "./texts";

/** Props of the root view. */
export interface ViewProps {
  /** Null without a key. */
  store: Store | null;
  t: Texts;
  locale: string;
  direction: "ltr" | "rtl";
}

/** Props of a step, with a loaded configuration. */
export interface StepProps extends ViewProps {
  store: Store;
  state: Readonly<State>;
  config: Config;
  services: typeof Services;
}

export type StepView = (props: StepProps) => TemplateResult;
