import { z } from "zod";
import { LocalTime } from "~/contract/common";
import type { OnboardingState } from "~/contract/onboarding";
import { ScheduleStep } from "~/contract/onboarding";
import { writePrice } from "../form/price";
import { endsNextDay } from "./over-midnight";

/** The hours as the set-up asks for them: the same on each chosen day. */
export const ScheduleForm = z.strictObject({
  name: ScheduleStep.shape.name,
  duration_minutes: z.int().min(5).max(1440),
  days: z.array(z.int().min(1).max(7)).min(1, { error: "Choose at least one day." }),
  start: LocalTime,
  end: LocalTime,
  /** The answer to "over midnight?": hours that end before they begin are more often a mistake. */
  over_midnight: z.boolean().default(false),
  price: z.string().max(20).default(""),
  /** Guests pay online when they book. Means nothing without a price. */
  requires_payment: z.boolean().default(false),
});
export type ScheduleForm = z.output<typeof ScheduleForm>;

/** What the step saves of such a form. */
export function toScheduleStep(form: ScheduleForm, priceAmount: number | null) {
  const { name, duration_minutes, days, start, end } = form;
  const rules = [{ days, start, end }];
  const requires_payment = form.requires_payment && Boolean(priceAmount);
  return ScheduleStep.parse({ name, duration_minutes, rules, price_amount: priceAmount, requires_payment });
}

const USUAL = {
  name: "Appointment",
  duration_minutes: 30,
  days: [1, 2, 3, 4, 5],
  start: "09:00",
  end: "17:00",
  over_midnight: false,
  price: "",
  requires_payment: false,
};

/** The form with what was saved, else with usual hours. */
export function toScheduleForm(saved: OnboardingState["data"]["schedule"]): ScheduleForm {
  const rule = saved?.rules[0];
  if (saved === null || rule === undefined) return USUAL;
  const { name, duration_minutes, price_amount, currency, requires_payment } = saved;
  return {
    name,
    duration_minutes,
    ...rule,
    over_midnight: endsNextDay(rule),
    price: writePrice(price_amount, currency),
    requires_payment,
  };
}
