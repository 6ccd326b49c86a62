import type { TemplateResult } from "lit";
import type { BookingController } from "../controller";
import type { Step } from "../flow";
import type { Texts } from "./texts";
import type { Config } from "../wire";

/** Props of the root view. */
export interface ViewProps {
  /** Null without a key. */
  controller: BookingController | null;
  t: Texts;
  locale: string;
  direction: "ltr" | "rtl";
  announcement: string;
  /** Views of later steps, once loaded. */
  checkoutViews: Partial<Record<Step, (props: StepProps) => TemplateResult>> | null;
}

/** Props of a step, with a loaded configuration. */
export interface StepProps extends ViewProps {
  controller: BookingController;
  config: Config;
}
