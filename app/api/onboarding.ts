import { onboarding } from "~/contract/onboarding";
import {
  completeOnboarding,
  readOnboarding,
  saveOnboardingStep,
} from "~/domain/onboarding/onboarding.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(onboarding.get, ({ actor }) => readOnboarding(actor)),
  on(onboarding.save, ({ actor, body }) => saveOnboardingStep(actor, body)),
  on(onboarding.complete, ({ actor }) => completeOnboarding(actor)),
);
export const loader = route.loader;
export const action = route.action;
