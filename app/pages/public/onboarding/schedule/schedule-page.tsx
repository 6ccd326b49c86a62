import { getInputProps, useField } from "@conform-to/react";
import type { WidgetConfig } from "~/contract/widget";
import { msg, plural, t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { SelectField, TextField } from "~/ui/form/fields";
import type { FormRefusal } from "~/ui/form/page-form";
import { readPrice } from "~/ui/form/price";
import { endsNextDay } from "~/ui/services/over-midnight";
import { WORDS } from "../business-words";
import { Choices } from "../choices";
import { draftConfig } from "../draft-config";
import { GuestView } from "../guest-view";
import { StepForm } from "../step-form";
import type { ScheduleView } from "./load.server";
import styles from "~/ui/form/step-form.module.css";
import { Checkbox } from "~/ui/kit/inputs";

const DAYS = [
  { day: msg("Monday"), short: msg("Mon") },
  { day: msg("Tuesday"), short: msg("Tue") },
  { day: msg("Wednesday"), short: msg("Wed") },
  { day: msg("Thursday"), short: msg("Thu") },
  { day: msg("Friday"), short: msg("Fri") },
  { day: msg("Saturday"), short: msg("Sat") },
  { day: msg("Sunday"), short: msg("Sun") },
];

interface SchedulePageProps {
  view: ScheduleView;
  refusal: FormRefusal | undefined;
}

/** The third step: a service, its hours or timetable, and its price. */
export function SchedulePage({ view, refusal }: SchedulePageProps) {
  const { limits, kind, known, payments, unpayable, resource, currency, time_zone, durations, step_minutes } = view;
  const { times, service, price } = WORDS[kind];
  return (
    <StepForm
      title={t(times, { resource })}
      lead={t("Guests can book up to three months ahead. Time zone: {time_zone}.", { time_zone })}
      {...{ known, limits, refusal }}
      back="/onboarding/resource"
      beside={(typed) => <GuestView config={drafted(view, typed)} />}
    >
      {unpayable.map((text) => (
        <Notice key={text} tone="info">
          {text}
        </Notice>
      ))}
      <TextField name="name" label={t(service.label)} description={t(service.description)} />
      <div className={styles.row}>
        <SelectField
          name="duration_minutes"
          label={t("Duration")}
          options={durations.map((minutes) => ({ value: String(minutes), label: inWords(minutes) }))}
          description={step_minutes !== null && t("A start time every {count} minutes.", { count: step_minutes })}
        />
        <TextField name="price" label={t(price, { currency })} placeholder={t("None")} inputMode="decimal" />
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
        options={DAYS.map(({ day, short }, index) => ({ value: String(index + 1), label: t(short), title: t(day) }))}
      />
      {"starts" in known ? (
        <TextField
          name="starts"
          label={t("Start times")}
          description={t("Every week on these days, until you change it. For example 09:00, 18:30.")}
        />
      ) : (
        <>
          <div className={styles.row}>
            <TextField name="start" type="time" label={t("From")} />
            <TextField name="end" type="time" label={t("To")} />
          </div>
          <OverMidnight isKnown={known.over_midnight} />
        </>
      )}
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
  if (minutes < 60 || minutes % 30 !== 0) return t("{count} minutes", { count: minutes });
  return plural(minutes / 60, "{count} hour", "{count} hours");
}

function drafted({ config, known, currency, resources }: ScheduleView, typed: FormData | null): WidgetConfig {
  const valueOf = (name: "name" | "duration_minutes" | "price") => String(typed?.get(name) ?? known[name]);
  return draftConfig(config, {
    ...resources,
    service: valueOf("name"),
    duration_minutes: Number(valueOf("duration_minutes")),
    price_amount: readPrice(valueOf("price"), currency) ?? null,
    currency,
  });
}
