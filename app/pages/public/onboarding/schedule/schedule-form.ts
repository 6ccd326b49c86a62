import { z } from "zod";
import { type OnboardingState, ScheduleStep } from "~/contract/onboarding";
import { usualLengths, type UsualSetUp } from "~/domain/onboarding/business-kinds";
import { t } from "~/i18n/text";
import { invalidField } from "~/lib/app-error";
import { writePrice } from "~/ui/form/price";
import { dayHours, Weekdays } from "~/ui/services/day-hours";
import { endsNextDay } from "~/ui/hours/over-midnight";

const fields = {
  name: ScheduleStep.shape.name,
  duration_minutes: z.int().min(5).max(1440),
  price: z.string().max(20).default(""),
  /** Guests pay online when booking. Ignored without a price. */
  requires_payment: z.boolean().default(false),
};

/** The first service with opening hours. */
export const ScheduleForm = z.strictObject({ ...fields, ...dayHours });
export type ScheduleForm = z.output<typeof ScheduleForm>;

/** The first service with a timetable: fixed start times on each chosen day. */
export const TimetableForm = z.strictObject({
  ...fields,
  days: Weekdays,
  starts: z.string().min(1).max(200),
});
export type TimetableForm = z.output<typeof TimetableForm>;

type Rules = z.output<typeof ScheduleStep>["rules"];

/**
 * Maps the form to the saved step; `price`: per person, in minor units of the company's currency.
 */
export function toScheduleStep(
  { name, duration_minutes, requires_payment }: ScheduleForm | TimetableForm,
  {
    rules,
    price,
    usual,
  }: {
    rules: Rules;
    price: number | null;
    usual: Pick<UsualSetUp, "step_minutes" | "longer_minutes">;
  },
) {
  const pays = requires_payment && Boolean(price);
  const length_options = usualLengths(usual, duration_minutes, price);
  const times = { duration_minutes, step_minutes: usual.step_minutes, length_options, rules };
  return ScheduleStep.parse({ name, ...times, price_amount: price, requires_payment: pays });
}

const START = /^(\d{1,2})(?:[:.](\d{2}))?$/;

/**
 * Rules of a timetable: each start opens for the length of one class, so no other start fits.
 * Throws validation_failed for invalid starts or overlapping classes.
 */
export function rulesOfTimetable({ days, starts, duration_minutes }: TimetableForm): Rules {
  const minutes = starts
    .split(/[,;\s]+/)
    .filter((part) => part !== "")
    .map(minutesOf);
  if (minutes.length === 0 || minutes.some((start) => start === null))
    throw invalidField("starts", t("Write start times such as 09:00, 18:30."));
  const inOrder = [...new Set(minutes.filter((start) => start !== null))].sort((a, b) => a - b);
  const early = inOrder.findIndex(
    (start, index) => index > 0 && start < inOrder[index - 1]! + duration_minutes,
  );
  if (early > 0) {
    const [later, earlier] = [clockTime(inOrder[early]!), clockTime(inOrder[early - 1]!)];
    const message = t(
      "{{later}} starts before {{earlier}} has ended. Choose a shorter duration or other times.",
      {
        later,
        earlier,
      },
    );
    throw invalidField("starts", message);
  }
  return inOrder.map((start) => ({
    days,
    start: clockTime(start),
    end: clockTime(start + duration_minutes),
  }));
}

function minutesOf(typed: string): number | null {
  const [, hour = "", minute = "00"] = START.exec(typed) ?? [];
  return hour === "" || Number(hour) > 23 || Number(minute) > 59
    ? null
    : Number(hour) * 60 + Number(minute);
}

function clockTime(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60];
  return [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Form values from saved data or defaults; `name`: of the first service. */
export function toScheduleForm(
  saved: OnboardingState["data"]["schedule"],
  usual: UsualSetUp,
  name: string,
) {
  const { times } = usual;
  const rule = saved?.rules[0];
  if (saved === null || rule === undefined) {
    const { duration_minutes, days } = usual;
    const hours =
      "starts" in times ? { starts: times.starts.join(", ") } : { ...times, over_midnight: false };
    return { name, duration_minutes, days, price: "", requires_payment: false, ...hours };
  }
  const { start, end } = rule;
  const starts = saved.rules.map((each) => each.start).join(", ");
  return {
    name: saved.name,
    duration_minutes: saved.duration_minutes,
    days: rule.days,
    price: writePrice(saved.price_amount, saved.currency),
    requires_payment: saved.requires_payment,
    ...("starts" in times ? { starts } : { start, end, over_midnight: endsNextDay(rule) }),
  };
}
