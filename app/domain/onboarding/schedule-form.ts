import { z } from "zod";
import { LocalTime } from "~/contract/common";
import type { OnboardingState } from "~/contract/onboarding";
import { ScheduleStep } from "~/contract/onboarding";
import { writePrice } from "./price";

/** The hours as the set-up asks for them: the same on each chosen day. */
export const ScheduleForm = z.strictObject({
  name: ScheduleStep.shape.name,
  duration_minutes: z.int().min(5).max(1440),
  days: z.array(z.int().min(1).max(7)).min(1, { error: "Choose at least one day." }),
  start: LocalTime,
  end: LocalTime,
  price: z.string().max(20).default(""),
});
export type ScheduleForm = z.output<typeof ScheduleForm>;

/** What the step saves of such a form. */
export function toScheduleStep({ name, duration_minutes, days, start, end }: ScheduleForm, priceAmount: number | null) {
  const rules = [{ days, start, end }];
  return ScheduleStep.parse({ name, duration_minutes, rules, price_amount: priceAmount });
}

const USUAL = {
  name: "Appointment",
  duration_minutes: 30,
  days: [1, 2, 3, 4, 5],
  start: "09:00",
  end: "17:00",
  price: "",
};

/** The form of what was saved, else of usual hours. */
export function toScheduleForm(saved: OnboardingState["data"]["schedule"]): ScheduleForm {
  const rule = saved?.rules[0];
  if (saved === null || rule === undefined) return USUAL;
  const { name, duration_minutes, price_amount, currency } = saved;
  return { name, duration_minutes, ...rule, price: writePrice(price_amount, currency) };
}
