import type { Strings } from "../strings";
import type { BookingController } from "../controller";
import type { Step } from "../flow";
import type { Config } from "../wire";
import type { TemplateResult } from "lit";

/** What the outermost view is given. */
export interface ViewProps {
  /** Null while the element has no key. */
  controller: BookingController | null;
  t: Strings;
  locale: string;
  direction: "ltr" | "rtl";
  announcement: string;
  again: () => void;
  /** The views of the later steps, once they have arrived. */
  laterViews: Partial<Record<Step, (props: StepProps) => TemplateResult>> | null;
}

/** What a step is given: a controller whose configuration is known. */
export interface StepProps extends ViewProps {
  controller: BookingController;
  config: Config;
}
