import { z } from "zod";
import { ResourceStep } from "~/contract/onboarding";
import { NameLines } from "~/domain/resources/name-lines";

/** Form of this step. */
export const Bookable = z.strictObject({
  ...ResourceStep.pick({ type: true, capacity: true }).shape,
  names: NameLines,
});
