import type { TemplateResult } from "lit";
import type { BookingController } from "../controller";
import type { Step } from "../flow";
import type { Strings } from "../translations/strings";
import type { Config } from "../wire";

/** What the outermost view is given. */
export interface ViewProps {
  /** Null while the element has no key. */
  controller: BookingController | null;
  t: Strings;
  locale: string;
  direction: "ltr" | "rtl";
  announcement: string;
  /** The views of the later steps, once they have arrived. */
  checkoutViews: Partial<Record<Step, (props: StepProps) => TemplateResult>> | null;
}

/** What a step is given: a controller whose configuration is known. */
export interface StepProps extends ViewProps {
  controller: BookingController;
  config: Config;
}
