import { getInputProps, useField, useFormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { LANGUAGE_NAMES } from "~/i18n/locales";
import { msg, t } from "~/i18n/text";
import {
  ChoiceField,
  TextAreaField,
  SelectField,
  TextField,
  CheckboxField,
  WebsitesField,
} from "~/ui/form/fields";
import { Hint, FieldRow } from "~/ui/kit/form";
import { QuestionRows } from "~/ui/services/question-fields";
import type { WidgetChoices } from "../widget-view";

const INSIDE = "flex flex-col gap-4 pt-1 pb-5 max-md:px-4";

const languages = Object.entries(LANGUAGE_NAMES);

const TEXTS: { name: string; label: string; most: number; isLong?: true }[] = [
  { name: "title", label: msg("Title"), most: 120 },
  { name: "intro", label: msg("Intro"), most: 500, isLong: true },
  { name: "details_heading", label: msg("Details heading"), most: 120 },
  { name: "submit", label: msg("Book button"), most: 60 },
  { name: "done_heading", label: msg("Confirmation heading"), most: 120 },
  { name: "done_text", label: msg("Confirmation text"), most: 1000, isLong: true },
  { name: "closed", label: msg("Nothing bookable"), most: 300, isLong: true },
];

/** All settings in collapsible sections; all open after an error. */
export function WidgetFields({ choices }: { choices: WidgetChoices }) {
  const all = useFormMetadata().status === "error";
  return (
    <>
      <Section title={t("Name and language")} isOpen>
        <TextField
          name="name"
          label={t("Name")}
          description={t("Internal; guests see the title.")}
          required
          maxLength={120}
        />
        <SelectField
          name="locale"
          label={t("Language")}
          options={[
            { value: "", label: t("Automatic (page or guest)") },
            ...languages.map(([value, label]) => ({ value, label })),
          ]}
        />
      </Section>
      <Section title={t("Texts")} about={t("per language")} isOpen={all}>
        <Hint>{t("Leave empty for the default text.")}</Hint>
        {languages.map(([locale, language]) => (
          <TextsOf
            key={locale}
            locale={locale}
            language={language}
            isOpen={all || locale === "en"}
          />
        ))}
      </Section>
      <Section title={t("Appearance")} isOpen={all}>
        <Looks />
      </Section>
      <Section title={t("Services and resources")} isOpen={all}>
        <Offer
          all="schedules"
          one="schedule_ids"
          legend={t("Services")}
          some={t("Selected services")}
          choices={choices.schedules}
        />
        <Offer
          all="resources"
          one="resource_ids"
          legend={t("Resources")}
          some={t("Selected resources")}
          choices={choices.resources}
        />
        <CheckboxField name="steps.choose_resource" label={t("Let guests choose the resource")} />
        <CheckboxField name="steps.waitlist" label={t("Offer the waiting list when full")} />
        <CheckboxField name="steps.add_service" label={t("Offer several services in one visit")} />
      </Section>
      <Section title={t("Guest details")} isOpen={all}>
        <Asks />
        <QuestionRows />
      </Section>
      <Section title={t("Payment and terms")} isOpen={all}>
        <Rules />
      </Section>
      <Section title={t("Websites")} isOpen={all}>
        <WebsitesField label={t("Allowed websites")} blank={t("Empty: as the key says.")} />
      </Section>
    </>
  );
}

interface SectionProps {
  title: string;
  about?: string;
  isOpen: boolean;
  children: ReactNode;
}

function Section({ title, about, isOpen, children }: SectionProps) {
  return (
    <details
      className="border-b border-line [&>summary]:py-3 [&>summary]:text-lg [&>summary]:font-semibold [&>summary]:cursor-pointer [&>summary_span]:text-muted [&>summary_span]:text-sm max-md:[&>summary]:px-4"
      open={isOpen}
    >
      <summary>
        {title}
        {about !== undefined && <span> {about}</span>}
      </summary>
      <div className={INSIDE}>{children}</div>
    </details>
  );
}

interface TextsOfProps {
  locale: string;
  language: string;
  isOpen: boolean;
}

function TextsOf({ locale, language, isOpen }: TextsOfProps) {
  return (
    <details open={isOpen}>
      <summary className="py-2 text-md font-medium cursor-pointer" lang={locale}>
        {language}
      </summary>
      <div className={INSIDE}>
        {TEXTS.map(({ name, label: text, most, isLong }) => {
          const field = `texts.${locale}.${name}`;
          const label = t(text);
          const attributes = { "aria-label": `${label} (${language})`, dir: "auto" };
          const shared = { label, ...attributes, name: field, maxLength: most };
          return isLong ? (
            <TextAreaField key={name} {...shared} rows={2} />
          ) : (
            <TextField key={name} {...shared} />
          );
        })}
      </div>
    </details>
  );
}

function Looks() {
  const [accent] = useField<string>("branding.accent");

  return (
    <>
      <div className="flex flex-wrap gap-x-4 gap-y-2 items-center [&_input[type='color']]:w-12 [&_input[type='color']]:h-control [&_input[type='color']]:p-0.75 [&_input[type='color']]:border [&_input[type='color']]:border-faint [&_input[type='color']]:rounded-md [&_input[type='color']]:bg-surface [&_input[type='color']]:cursor-pointer">
        <CheckboxField name="branding.own_accent" label={t("Custom colour")} />
        <input
          {...getInputProps(accent, { type: "color" })}
          key={accent.key}
          aria-label={t("Accent colour")}
        />
      </div>
      <FieldRow>
        <SelectField
          name="branding.theme"
          label={t("Theme")}
          options={[
            { value: "auto", label: t("Match the page") },
            { value: "light", label: t("Light") },
            { value: "dark", label: t("Dark") },
          ]}
        />
        <SelectField
          name="branding.density"
          label={t("Density")}
          options={[
            { value: "comfortable", label: t("Comfortable") },
            { value: "compact", label: t("Compact") },
          ]}
        />
        <TextField
          name="branding.radius"
          label={t("Corner radius (0 to 32)")}
          type="number"
          min={0}
          max={32}
          required
        />
      </FieldRow>
      <CheckboxField name="branding.show_logo" label={t("Show logo")} />
    </>
  );
}

interface OfferProps {
  all: string;
  one: string;
  legend: string;
  /** Selected options, if not all are offered. */
  some: string;
  choices: WidgetChoices["schedules"];
}

function Offer({ all, one, legend, some, choices }: OfferProps) {
  return (
    <div className="group/offer">
      <ChoiceField
        name={all}
        legend={legend}
        type="radio"
        choices={[
          { value: "all", label: t("All active, including new ones") },
          { value: "chosen", label: t("Selected") },
        ]}
      />
      <div className="mt-3 group-[:has(input[type='radio'][value='all']:checked)]/offer:hidden">
        <ChoiceField
          name={one}
          legend={some}
          type="checkbox"
          choices={choices.map(({ id, name, active }) => ({
            value: id,
            label: name,
            ...(!active && { explains: t("Inactive: hidden from guests.") }),
          }))}
        />
      </div>
    </div>
  );
}

function Asks() {
  const uses = [
    { value: "off", label: t("Off") },
    { value: "optional", label: t("Optional") },
    { value: "required", label: t("Required") },
  ];
  return (
    <>
      <Hint>{t("Name and email are always asked.")}</Hint>
      <FieldRow>
        <SelectField name="steps.phone" label={t("Phone")} options={uses} />
        <SelectField name="steps.notes" label={t("Note")} options={uses} />
        <SelectField
          name="verification"
          label={t("Verification")}
          options={[
            { value: "off", label: t("None") },
            { value: "email", label: t("Code by email") },
            { value: "sms", label: t("Code by SMS") },
            { value: "either", label: t("Email or SMS, guest’s choice") },
          ]}
        />
      </FieldRow>
      <p className="pb-1 text-sm font-medium">{t("Questions, asked before the service’s own")}</p>
    </>
  );
}

function Rules() {
  return (
    <>
      <ChoiceField
        name="payment"
        legend={t("Payment")}
        type="radio"
        choices={[
          { value: "required", label: t("As set by each service") },
          { value: "optional", label: t("Optional: guests can pay on site") },
          {
            value: "off",
            label: t("Never online"),
            explains: t("Hides services that require online payment."),
          },
        ]}
      />
      <TextAreaField
        name="policy_text"
        label={t("Custom policy")}
        description={t("Shown next to the cancellation policy.")}
        rows={3}
        maxLength={2000}
      />
      <TextField
        name="terms_url"
        label={t("Terms URL")}
        description={t("Guests agree to these before booking.")}
        type="url"
        maxLength={2000}
      />
      <TextField
        name="success_url"
        label={t("Redirect URL")}
        description={t("Opens after the last step.")}
        type="url"
        maxLength={2000}
      />
    </>
  );
}
