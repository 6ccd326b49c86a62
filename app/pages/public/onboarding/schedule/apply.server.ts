import { redirect } from "@remix-run/node";
import type { UserActor } from "~/domain/identity/actor";
import { readOnboarding, saveOnboardingStep } from "~/domain/onboarding/onboarding.server";
import { invalidField } from "~/lib/app-error";
import { readPrice } from "~/ui/form/price";
import type { ScheduleForm } from "~/ui/services/schedule-form";
import { midnightQuestion } from "~/ui/services/over-midnight";
import { toScheduleStep } from "~/ui/services/schedule-form";

/** Keeps the first service with its hours, and leads on. Throws validation_failed for a price or hours that cannot be meant. */
export async function applyScheduleForm(actor: UserActor, input: ScheduleForm) {
  const { schedule } = (await readOnboarding(actor)).data;
  const price = readPrice(input.price, schedule?.currency ?? actor.tenant.currency);
  if (price === undefined) throw invalidField("price", "Use a price such as 25 or 25.50.");
  const question = midnightQuestion(input);
  if (question !== null) throw invalidField("end", question);
  await saveOnboardingStep(actor, { step: "schedule", data: toScheduleStep(input, price) });
  return redirect("/onboarding/widget");
}
