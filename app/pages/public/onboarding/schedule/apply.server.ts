import { redirect } from "@remix-run/node";
import { USUAL } from "~/domain/onboarding/business-kinds";
import { readOnboarding, saveOnboardingStep } from "~/domain/onboarding/onboarding.server";
import { readBusinessKind } from "~/domain/onboarding/set-up-resources.server";
import type { UserActor } from "~/domain/identity/actor";
import { t } from "~/i18n/text";
import { invalidField } from "~/lib/app-error";
import { readPrice } from "~/ui/form/price";
import { rulesOfDayHours } from "~/ui/services/day-hours";
import {
  rulesOfTimetable,
  type ScheduleForm,
  type TimetableForm,
  toScheduleStep,
} from "./schedule-form";

/**
 * Saves the first service with its hours and continues. Throws validation_failed for an invalid
 * price or hours.
 */
export async function applyScheduleForm(actor: UserActor, input: ScheduleForm | TimetableForm) {
  const { schedule } = (await readOnboarding(actor)).data;
  const price = readPrice(input.price, schedule?.currency ?? actor.tenant.currency);
  if (price === undefined) throw invalidField("price", t("Use a price such as 25 or 25.50."));
  const rules = "starts" in input ? rulesOfTimetable(input) : rulesOfDayHours(input);
  const usual = USUAL[(await readBusinessKind(actor.tenant.id)) ?? "people"];
  await saveOnboardingStep(actor, {
    step: "schedule",
    data: toScheduleStep(input, { rules, price, usual }),
  });
  return redirect("/onboarding/widget");
}
