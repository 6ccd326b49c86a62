import type { z } from "zod";
import { ResourceStep } from "~/contract/onboarding";

/** What the step's form sends. */
export const Bookable = ResourceStep.pick({ type: true, name: true, capacity: true });
export type Bookable = z.output<typeof Bookable>;
