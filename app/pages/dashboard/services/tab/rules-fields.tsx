import { Link } from "@remix-run/react";
import { MAX_GUEST_DATES } from "~/contract/limits";
import { msg, plural, t } from "~/i18n/text";
import { Fieldset } from "~/ui/kit/form";
import { FormSection, Hint, FieldRow } from "~/ui/kit/form";
import { SelectField, TextField } from "~/ui/form/fields";
import { Rich } from "~/ui/rich";

/** Translated with t(). */
const TEXT_REMINDERS = [
  { value: "company", label: msg("As in the policy") },
  { value: "on", label: msg("On") },
  { value: "off", label: msg("Off") },
];

interface RulesFieldsProps {
  dates_of: { name: string; path: string } | null;
}

/** A service's notice, horizon and limits. */
export function RulesFields({ dates_of }: RulesFieldsProps) {
  return (
    <>
      <BookingRules dates_of={dates_of} />
      <Limits />
      <Repeats />
      <TextReminders />
    </>
  );
}

function BookingRules({ dates_of }: RulesFieldsProps) {
  const units = [
    { value: "minutes", label: t("minutes") },
    { value: "hours", label: t("hours") },
    { value: "days", label: t("days") },
  ];
  return (
    <FormSection title={t("Booking rules")}>
      <Hint>{t("For guests only; you can book any time.")}</Hint>
      <FieldRow>
        <div className="grid grid-cols-2 gap-2 items-end">
          <TextField name="notice" label={t("Minimum notice")} type="number" required />
          <SelectField
            name="notice_unit"
            label=""
            aria-label={t("Unit of the notice")}
            options={units}
          />
        </div>
        <TextField
          name="max_advance_days"
          label={t("Booking window (days ahead)")}
          type="number"
          required
        />
        <Limit name="max_party_size" label={t("Maximum group size")} />
      </FieldRow>
      {dates_of === null ? (
        <FieldRow narrow>
          <TextField
            name="valid_from"
            label={t("Offered from")}
            type="date"
            description={t("Leave empty for no limit")}
          />
          <TextField
            name="valid_to"
            label={t("Offered until")}
            type="date"
            description={t("Leave empty for no limit")}
          />
        </FieldRow>
      ) : (
        <Hint>
          <Rich
            text={t("The dates it’s offered on are set in <hours>{{name}}</hours>.", {
              name: dates_of.name,
            })}
            parts={{ hours: (inner) => <Link to={dates_of.path}>{inner}</Link> }}
          />
        </Hint>
      )}
    </FormSection>
  );
}

/** Limits per resource and per guest. */
function Limits() {
  return (
    <FormSection title={t("Limits")}>
      <Fieldset legend={t("Per resource")}>
        <FieldRow narrow>
          <Limit name="max_per_day" label={t("Per day")} />
          <Limit name="max_per_week" label={t("Per week")} />
          <Limit name="max_per_month" label={t("Per month")} />
        </FieldRow>
      </Fieldset>
      <Fieldset legend={t("Per guest")}>
        <FieldRow narrow>
          <Limit name="max_upcoming_per_customer" label={t("Upcoming")} />
          <Limit name="max_per_week_per_customer" label={t("Per week")} />
        </FieldRow>
      </Fieldset>
    </FormSection>
  );
}

/** Whether guests book several dates together. */
function Repeats() {
  const counts = Array.from({ length: MAX_GUEST_DATES - 1 }, (_, index) => index + 2);
  return (
    <FormSection title={t("Weekly repeats")}>
      <Hint>
        {t(
          "Guests book the same time every week or every two weeks. Not offered where they pay online when booking.",
        )}
      </Hint>
      <FieldRow narrow>
        <SelectField
          name="max_repeat_dates"
          label={t("Dates together")}
          options={[
            { value: "", label: t("Off") },
            ...counts.map((count) => ({
              value: String(count),
              label: plural(count, "Up to {{count}} date", "Up to {{count}} dates"),
            })),
          ]}
        />
      </FieldRow>
    </FormSection>
  );
}

function TextReminders() {
  return (
    <FormSection title={t("Text reminders")}>
      <FieldRow narrow>
        <SelectField
          name="text_reminders"
          label={t("Offer text reminders")}
          options={TEXT_REMINDERS.map(({ value, label }) => ({ value, label: t(label) }))}
        />
      </FieldRow>
    </FormSection>
  );
}

const Limit = ({ name, label }: { name: string; label: string }) => (
  <TextField name={name} label={label} type="number" placeholder={t("No limit")} />
);
