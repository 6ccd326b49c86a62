import { getInputProps, useField } from "@conform-to/react";
import type { WidgetConfig } from "~/contract/widget";
import { plural, t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { SelectField, TextField } from "~/ui/form/fields";
import type { FormRefusal } from "~/ui/form/page-form";
import { readPrice } from "~/ui/form/price";
import { DayHoursFields, DaysField } from "~/ui/services/day-hours-fields";
import { WORDS } from "../business-words";
import { draftConfig } from "../draft-config";
import { GuestView } from "../guest-view";
import { StepForm } from "../step-form";
import type { ScheduleView } from "./load.server";
import { Checkbox } from "~/ui/kit/inputs";

interface SchedulePageProps {
  view: ScheduleView;
  refusal: FormRefusal | undefined;
}

/** Step 3: a service with hours or timetable, and price. */
export function SchedulePage({ view, refusal }: SchedulePageProps) {
  const { limits, kind, known, payments, unpayable, resource, currency, time_zone, durations } =
    view;
  const { times, service, price } = WORDS[kind];
  return (
    <StepForm
      title={t(times, { resource })}
      lead={t("Guests can book up to three months ahead. Time zone: {{time_zone}}.", { time_zone })}
      known={known}
      limits={limits}
      refusal={refusal}
      back="/onboarding/resource"
      beside={(typed) => <GuestView config={drafted(view, typed)} />}
    >
      {unpayable.map((text) => (
        <Notice key={text} tone="info">
          {text}
        </Notice>
      ))}
      <TextField name="name" label={t(service.label)} description={t(service.description)} />
      <div className="grid gap-5 sm:grid-cols-[1fr_1fr]">
        <SelectField
          name="duration_minutes"
          label={t("Duration")}
          options={durations.map((minutes) => ({
            value: String(minutes),
            label: inWords(minutes),
          }))}
          description={lengthsHint(view)}
        />
        <TextField
          name="price"
          label={t(price, { currency })}
          placeholder={t("No price")}
          inputMode="decimal"
        />
      </div>
      {(payments !== "off" || known.requires_payment) && (
        <PayOnline takes_payments={payments === "on"} />
      )}
      {"starts" in known ? (
        <>
          <DaysField />
          <TextField
            name="starts"
            label={t("Start times")}
            description={t(
              "Every week on these days, until you change it. For example 09:00, 18:30.",
            )}
          />
        </>
      ) : (
        <DayHoursFields />
      )}
    </StepForm>
  );
}

function PayOnline({ takes_payments }: { takes_payments: boolean }) {
  const [field] = useField<boolean>("requires_payment");
  const { required: _always, ...input } = getInputProps(field, { type: "checkbox" });
  return (
    <Checkbox
      {...input}
      key={field.key}
      label={t("Guests pay online when they book")}
      description={
        takes_payments
          ? t("Otherwise they pay on site.")
          : t("Needs a payment account, which you connect in the last step.")
      }
    />
  );
}

function lengthsHint({ step_minutes, longer_minutes: [longer] }: ScheduleView): string | false {
  if (longer !== undefined)
    return t(
      "Guests can also book {{count}} minutes, priced in proportion. You can change this later.",
      {
        count: longer,
      },
    );
  return (
    step_minutes !== null && t("A start time every {{count}} minutes.", { count: step_minutes })
  );
}

function inWords(minutes: number): string {
  if (minutes < 60 || minutes % 30 !== 0)
    return plural(minutes, "{{count}} minute", "{{count}} minutes");
  return plural(minutes / 60, "{{count}} hour", "{{count}} hours");
}

function drafted(
  { config, known, currency, resources }: ScheduleView,
  typed: FormData | null,
): WidgetConfig {
  const valueOf = (name: "name" | "duration_minutes" | "price") =>
    String(typed?.get(name) ?? known[name]);
  return draftConfig(config, {
    ...resources,
    service: valueOf("name"),
    duration_minutes: Number(valueOf("duration_minutes")),
    price_amount: readPrice(valueOf("price"), currency) ?? null,
    currency,
  });
}
