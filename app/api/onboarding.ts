import { onboarding } from "~/contract/onboarding";
import {
  completeOnboarding,
  readOnboarding,
  saveOnboardingStep,
} from "~/domain/onboarding/onboarding.server";
import { bind } from "~/http/api.server";

export default bind(onboarding, {
  get: ({ actor }) => readOnboarding(actor),
  save: ({ actor, body }) => saveOnboardingStep(actor, body),
  complete: ({ actor }) => completeOnboarding(actor),
});
