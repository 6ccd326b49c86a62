import { getInputProps, useField, useFormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { LANGUAGE_NAMES } from "~/i18n/locales";
import { t } from "~/i18n/text";
import { ChoiceField, TextAreaField, SelectField, TextField, CheckboxField, WebsitesField } from "~/ui/form/fields";
import { QuestionRows } from "~/ui/services/question-fields";
import type { WidgetChoices } from "../widget-view";
import fields from "~/ui/form/fields.module.css";
import styles from "~/ui/widgets/widget-page.module.css";

const languages = Object.entries(LANGUAGE_NAMES);

const TEXTS: { name: string; label: string; most: number; isLong?: true }[] = [
  { name: "title", label: "Title", most: 120 },
  { name: "intro", label: "Below the title", most: 500, isLong: true },
  { name: "details_heading", label: "Heading of the guest's details", most: 120 },
  { name: "submit", label: "Button that books", most: 60 },
  { name: "done_heading", label: "Heading after the booking", most: 120 },
  { name: "done_text", label: "Text after the booking", most: 1000, isLong: true },
  { name: "closed", label: "Where nothing can be booked", most: 300, isLong: true },
];

/** All that a configuration says, in parts that fold; where the form was refused, all are open. */
export function WidgetFields({ choices }: { choices: WidgetChoices }) {
  const all = useFormMetadata().status === "error";
  return (
    <>
      <Section title={t("Name and language")} isOpen>
        <TextField
          name="name"
          label={t("Name")}
          description={t("For you alone; guests see the title below.")}
          required
          maxLength={120}
        />
        <SelectField
          name="locale"
          label={t("Language")}
          options={[
            { value: "", label: "That of the page or the guest" },
            ...languages.map(([value, label]) => ({ value, label })),
          ]}
        />
      </Section>
      <Section title={t("Texts")} about="in each language" isOpen={all}>
        <p className={fields.hint}>{t("What you leave empty is said in the widget’s own words.")}</p>
        {languages.map(([locale, language]) => (
          <TextsOf key={locale} {...{ locale, language }} isOpen={all || locale === "en"} />
        ))}
      </Section>
      <Section title={t("Looks")} isOpen={all}>
        <Looks />
      </Section>
      <Section title={t("What it offers")} isOpen={all}>
        <Offer all="schedules" one="schedule_ids" legend={t("Services")} choices={choices.schedules} />
        <Offer all="resources" one="resource_ids" legend={t("Resources")} choices={choices.resources} />
        <CheckboxField name="steps.choose_resource" label={t("Guests choose the resource")} />
        <CheckboxField name="steps.waitlist" label={t("A full time offers the waiting list")} />
      </Section>
      <Section title={t("What it asks")} isOpen={all}>
        <Asks />
        <QuestionRows />
      </Section>
      <Section title={t("Payment and rules")} isOpen={all}>
        <Rules />
      </Section>
      <Section title={t("Websites")} isOpen={all}>
        <WebsitesField label={t("Where it may stand")} blank={t("Blank: as the key says.")} />
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
    <details className={styles.section} open={isOpen}>
      <summary>
        {title}
        {about !== undefined && <span> {about}</span>}
      </summary>
      <div className={styles.inside}>{children}</div>
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
    <details className={styles.language} open={isOpen}>
      <summary lang={locale}>{language}</summary>
      <div className={styles.inside}>
        {TEXTS.map(({ name, label, most, isLong }) => {
          const field = `texts.${locale}.${name}`;
          const said = { "aria-label": `${label} (${language})`, dir: "auto" };
          const shared = { label, ...said, name: field, maxLength: most };
          return isLong ? <TextAreaField key={name} {...shared} rows={2} /> : <TextField key={name} {...shared} />;
        })}
      </div>
    </details>
  );
}

function Looks() {
  const [accent] = useField<string>("branding.accent");

  return (
    <>
      <div className={styles.accent}>
        <CheckboxField name="branding.own_accent" label={t("A colour of your own")} />
        <input
          {...getInputProps(accent, { type: "color" })}
          key={accent.key}
          aria-label={t("Colour of buttons and of what is chosen")}
        />
      </div>
      <div className={fields.row}>
        <SelectField
          name="branding.theme"
          label={t("Light or dark")}
          options={[
            { value: "auto", label: "As the page around it" },
            { value: "light", label: "Always light" },
            { value: "dark", label: "Always dark" },
          ]}
        />
        <SelectField
          name="branding.density"
          label={t("Room between things")}
          options={[
            { value: "comfortable", label: "Comfortable" },
            { value: "compact", label: "Compact" },
          ]}
        />
        <TextField
          name="branding.radius"
          label={t("Round corners (0 to 32)")}
          type="number"
          min={0}
          max={32}
          required
        />
      </div>
      <CheckboxField name="branding.show_logo" label={t("Show your logo")} />
    </>
  );
}

interface OfferProps {
  all: string;
  one: string;
  legend: string;
  choices: WidgetChoices["schedules"];
}

function Offer({ all, one, legend, choices }: OfferProps) {
  return (
    <div className={styles.offer}>
      <ChoiceField
        name={all}
        legend={legend}
        type="radio"
        choices={[
          { value: "all", label: "All that are active, also those to come" },
          { value: "chosen", label: "Only some" },
        ]}
      />
      <div className={styles.some}>
        <ChoiceField
          name={one}
          legend={t("{legend} it offers", { legend })}
          type="checkbox"
          choices={choices.map(({ id, name, active }) => ({
            value: id,
            label: name,
            ...(!active && { explains: "Not active: guests do not see it." }),
          }))}
        />
      </div>
    </div>
  );
}

const USES = [
  { value: "off", label: "Not asked" },
  { value: "optional", label: "May be left empty" },
  { value: "required", label: "Must be filled in" },
];

function Asks() {
  return (
    <>
      <p className={fields.hint}>{t("The name and the e-mail address are always asked.")}</p>
      <div className={fields.row}>
        <SelectField name="steps.phone" label={t("Telephone")} options={USES} />
        <SelectField name="steps.notes" label={t("Note")} options={USES} />
        <SelectField
          name="verification"
          label={t("Proof of the address")}
          options={[
            { value: "off", label: "None" },
            { value: "email", label: "A code by e-mail" },
            { value: "sms", label: "A code by SMS" },
            { value: "either", label: "By e-mail or SMS, as the guest likes" },
          ]}
        />
      </div>
      <p className={fields.legend}>{t("Questions, before those of the service")}</p>
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
          { value: "required", label: "As each service says" },
          { value: "optional", label: "Guests may pay at your place instead" },
          { value: "off", label: "Nobody pays online", explains: "Services that must be paid online are left out." },
        ]}
      />
      <TextAreaField
        name="policy_text"
        label={t("Your own rules")}
        description={t("Shown beside the rules for cancelling.")}
        rows={3}
        maxLength={2000}
      />
      <TextField
        name="terms_url"
        label={t("Address of your terms")}
        description={t("Guests agree to them before they book.")}
        type="url"
        maxLength={2000}
      />
      <TextField
        name="success_url"
        label={t("Page afterwards")}
        description={t("Where guests go on to after the last step.")}
        type="url"
        maxLength={2000}
      />
    </>
  );
}
