import { getInputProps, useField } from "@conform-to/react";
import { msg, t } from "~/i18n/text";
import { Choices } from "../form/choices";
import { TextField } from "../form/fields";
import { Checkbox } from "../kit/inputs";
import { endsNextDay } from "../hours/over-midnight";

/** The days of the week, Monday first. */
export const DAYS = [
  { day: msg("Monday"), short: msg("Mon") },
  { day: msg("Tuesday"), short: msg("Tue") },
  { day: msg("Wednesday"), short: msg("Wed") },
  { day: msg("Thursday"), short: msg("Thu") },
  { day: msg("Friday"), short: msg("Fri") },
  { day: msg("Saturday"), short: msg("Sat") },
  { day: msg("Sunday"), short: msg("Sun") },
];

/** Weekday checkboxes. */
export function DaysField() {
  const options = DAYS.map(({ day, short }, index) => ({
    value: String(index + 1),
    label: t(short),
    title: t(day),
  }));
  return <Choices legend={t("On these days")} type="checkbox" name="days" options={options} />;
}

/** The same hours for each chosen day. */
export function DayHoursFields() {
  return (
    <>
      <DaysField />
      <div className="grid gap-5 sm:grid-cols-[1fr_1fr]">
        <TextField name="start" type="time" label={t("From")} />
        <TextField name="end" type="time" label={t("To")} />
      </div>
      <OverMidnight />
    </>
  );
}

/** Shown when the hours end before they begin. */
function OverMidnight() {
  const [[start], [end], [over]] = [
    useField<string>("start"),
    useField<string>("end"),
    useField<boolean>("over_midnight"),
  ];
  const needsConfirmation = endsNextDay({ start: start.value ?? "", end: end.value ?? "" });
  if (!needsConfirmation && over.initialValue === undefined) return null;
  const { required: _always, ...input } = getInputProps(over, { type: "checkbox" });
  return <Checkbox {...input} key={over.key} label={t("Open past midnight, until the next day")} />;
}
