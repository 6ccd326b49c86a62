import type { Strings } from "../strings";
import type { Visit } from "../visit";
import type { Config } from "../wire";

/** What the outermost view is given. */
export interface Scene {
  /** Null while the element has no key. */
  visit: Visit | null;
  t: Strings;
  locale: string;
  direction: "ltr" | "rtl";
  announcement: string;
  again: () => void;
}

/** What a step is given: a visit whose configuration is known. */
export interface StepScene extends Scene {
  visit: Visit;
  config: Config;
}
