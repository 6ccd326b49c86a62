import type { Strings } from "../strings";
import type { BookingController } from "../controller";
import type { Config } from "../wire";

/** What the outermost view is given. */
export interface ViewProps {
  /** Null while the element has no key. */
  controller: BookingController | null;
  t: Strings;
  locale: string;
  direction: "ltr" | "rtl";
  announcement: string;
  again: () => void;
}

/** What a step is given: a controller whose configuration is known. */
export interface StepProps extends ViewProps {
  controller: BookingController;
  config: Config;
}
