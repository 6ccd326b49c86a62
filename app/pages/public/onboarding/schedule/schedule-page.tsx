import { getInputProps, useField } from "@conform-to/react";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { SelectField, TextField } from "~/ui/form/fields";
import type { FormRefusal } from "~/ui/form/page-form";
import { endsNextDay } from "~/ui/services/over-midnight";
import { Choices } from "../choices";
import { StepForm } from "../step-form";
import type { ScheduleView } from "./load.server";
import styles from "~/ui/form/step-form.module.css";
import { Checkbox } from "~/ui/kit/inputs";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

interface SchedulePageProps {
  view: ScheduleView;
  refusal: FormRefusal | undefined;
}

/** The third step: a service, its hours and its price. */
export function SchedulePage({ view, refusal }: SchedulePageProps) {
  const { limits, known, payments, unpayable, resource, currency, time_zone, durations } = view;
  return (
    <StepForm
      title={t("When can {resource} be booked?", { resource })}
      lead={t("Guests can book up to three months ahead. Time zone: {time_zone}.", { time_zone })}
      {...{ known, limits, refusal }}
      back="/onboarding/resource"
    >
      {unpayable.map((text) => (
        <Notice key={text} tone="info">
          {text}
        </Notice>
      ))}
      <TextField
        name="name"
        label={t("Name of the service")}
        description={t("For example haircut, consultation or tennis court")}
      />
      <div className={styles.row}>
        <SelectField
          name="duration_minutes"
          label={t("Duration")}
          options={durations.map((minutes) => ({ value: String(minutes), label: inWords(minutes) }))}
        />
        <TextField
          name="price"
          label={t("Price in {currency}", { currency })}
          placeholder={t("None")}
          inputMode="decimal"
        />
      </div>
      {(payments !== "off" || known.requires_payment) && (
        <Box
          name="requires_payment"
          label={t("Guests pay online when they book")}
          description={
            payments === "on"
              ? t("Otherwise they pay you in your own way.")
              : t("Nobody can book it online until a payment account is connected: the last step does that.")
          }
        />
      )}
      <Choices
        legend={t("On these days")}
        type="checkbox"
        name="days"
        options={DAYS.map((day, index) => ({ value: String(index + 1), label: day.slice(0, 3), title: day }))}
      />
      <div className={styles.row}>
        <TextField name="start" type="time" label={t("From")} />
        <TextField name="end" type="time" label={t("To")} />
      </div>
      <OverMidnight isKnown={known.over_midnight} />
    </StepForm>
  );
}

/** Asked once the hours end before they begin. */
function OverMidnight({ isKnown }: { isKnown: boolean }) {
  const [[start], [end]] = [useField<string>("start"), useField<string>("end")];
  const isAsked = endsNextDay({ start: start.value ?? "", end: end.value ?? "" });
  return isAsked || isKnown ? <Box name="over_midnight" label={t("Open over midnight, until the next day")} /> : null;
}

function Box({ name, ...words }: { name: string; label: string; description?: string }) {
  const [field] = useField<boolean>(name);
  const { required: _always, ...input } = getInputProps(field, { type: "checkbox" });
  return <Checkbox {...input} key={field.key} {...words} />;
}

function inWords(minutes: number): string {
  if (minutes < 60 || minutes % 30 !== 0) return `${minutes} minutes`;
  return minutes === 60 ? "1 hour" : `${minutes / 60} hours`;
}
