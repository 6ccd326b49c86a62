import { getInputProps, useForm, type SubmissionResult } from "@conform-to/react";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { Checkbox, Select, TextInput } from "~/ui/kit/inputs";
import type { ScheduleForm } from "~/ui/services/schedule-form";
import { endsNextDay } from "~/ui/services/over-midnight";
import { Choices } from "../choices";
import { inputProps, selectProps } from "../field-props";
import { StepForm } from "../step-form";
import type { ScheduleView } from "./load.server";
import styles from "~/ui/form/step-form.module.css";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

interface SchedulePageProps {
  view: ScheduleView;
  lastResult: SubmissionResult<string[]> | undefined;
}

/** The third step: a service, its hours and its price. */
export function SchedulePage({ view, lastResult }: SchedulePageProps) {
  const { limits, known, payments, unpayable, resource, currency, time_zone, durations } = view;
  const [form, fields] = useForm<ScheduleForm>({ lastResult, id: "schedule", defaultValue: known });
  const { start, end } = fields;
  const asksMidnight = endsNextDay({ start: String(start.value ?? ""), end: String(end.value ?? "") });
  return (
    <StepForm
      title={t("When can {resource} be booked?", { resource })}
      lead={t("Guests can book up to three months ahead. Time zone: {time_zone}.", { time_zone })}
      form={form}
      back="/onboarding/resource"
    >
      {unpayable.map((text) => (
        <Notice key={text} tone="info">
          {text}
        </Notice>
      ))}
      <TextInput
        {...inputProps(fields.name, "text", limits)}
        label={t("Name of the service")}
        description={t("For example haircut, consultation or tennis court")}
        autoComplete="off"
      />
      <div className={styles.row}>
        <Select
          {...selectProps(fields.duration_minutes)}
          label={t("Duration")}
          options={durations.map((minutes) => ({ value: String(minutes), label: inWords(minutes) }))}
        />
        <TextInput
          {...inputProps(fields.price, "text", limits)}
          label={t("Price in {currency}", { currency })}
          placeholder={t("None")}
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      {(payments !== "off" || known.requires_payment) && (
        <Checkbox
          {...getInputProps(fields.requires_payment, { type: "checkbox" })}
          key={fields.requires_payment.key}
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
        field={fields.days}
        options={DAYS.map((day, index) => ({ value: String(index + 1), label: day.slice(0, 3), title: day }))}
      />
      <div className={styles.row}>
        <TextInput {...inputProps(fields.start, "time", limits)} label={t("From")} />
        <TextInput {...inputProps(fields.end, "time", limits)} label={t("To")} />
      </div>
      {(asksMidnight || known.over_midnight) && (
        <Checkbox
          {...getInputProps(fields.over_midnight, { type: "checkbox" })}
          key={fields.over_midnight.key}
          label={t("Open over midnight, until the next day")}
        />
      )}
    </StepForm>
  );
}

function inWords(minutes: number): string {
  if (minutes < 60 || minutes % 30 !== 0) return `${minutes} minutes`;
  return minutes === 60 ? "1 hour" : `${minutes / 60} hours`;
}
