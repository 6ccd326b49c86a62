import type { ReactNode } from "react";
import { LANGUAGE_NAMES } from "~/i18n/locales";
import { t } from "~/i18n/text";
import { ChoiceField, TextAreaField, SelectField, TextField, CheckboxField, WebsitesField } from "~/ui/form/fields";
import type { FormState } from "~/ui/form/form-state";
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

interface WidgetFieldsProps {
  state: FormState;
  choices: WidgetChoices;
  questions: unknown;
  problems: Record<string, string[] | null>;
}

/** All that a configuration says, in parts that fold; where the form was refused, all are open. */
export function WidgetFields({ state, choices, questions, problems }: WidgetFieldsProps) {
  const all = state.is_refused;
  return (
    <>
      <Section title={t("Name and language")} isOpen>
        <TextField
          state={state}
          name="name"
          label={t("Name")}
          description={t("For you alone; guests see the title below.")}
          required
          maxLength={120}
        />
        <SelectField
          state={state}
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
          <TextsOf key={locale} {...{ state, locale, language }} isOpen={all || locale === "en"} />
        ))}
      </Section>
      <Section title={t("Looks")} isOpen={all}>
        <Looks state={state} />
      </Section>
      <Section title={t("What it offers")} isOpen={all}>
        <Offer state={state} all="schedules" one="schedule_ids" legend={t("Services")} choices={choices.schedules} />
        <Offer state={state} all="resources" one="resource_ids" legend={t("Resources")} choices={choices.resources} />
        <CheckboxField state={state} name="steps.choose_resource" label={t("Guests choose the resource")} />
        <CheckboxField state={state} name="steps.waitlist" label={t("A full time offers the waiting list")} />
      </Section>
      <Section title={t("What it asks")} isOpen={all}>
        <Asks state={state} />
        <QuestionRows asked={questions} problems={problems} />
        {state.problem("questions") && <p className={fields.problem}>{state.problem("questions")}</p>}
      </Section>
      <Section title={t("Payment and rules")} isOpen={all}>
        <Rules state={state} />
      </Section>
      <Section title={t("Websites")} isOpen={all}>
        <WebsitesField state={state} label={t("Where it may stand")} empty={t("as the key says.")} />
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
  state: FormState;
  locale: string;
  language: string;
  isOpen: boolean;
}

function TextsOf({ state, locale, language, isOpen }: TextsOfProps) {
  return (
    <details className={styles.language} open={isOpen}>
      <summary lang={locale}>{language}</summary>
      <div className={styles.inside}>
        {TEXTS.map(({ name, label, most, isLong }) => {
          const field = `texts.${locale}.${name}`;
          const said = { "aria-label": `${label} (${language})`, dir: "auto" };
          const shared = { state, label, ...said, name: field, maxLength: most };
          return isLong ? <TextAreaField key={name} {...shared} rows={2} /> : <TextField key={name} {...shared} />;
        })}
      </div>
    </details>
  );
}

function Looks({ state }: { state: FormState }) {
  return (
    <>
      <div className={styles.accent}>
        <CheckboxField state={state} name="branding.own_accent" label={t("A colour of your own")} />
        <input
          type="color"
          name="branding.accent"
          aria-label={t("Colour of buttons and of what is chosen")}
          defaultValue={state.text("branding.accent")}
        />
      </div>
      <div className={fields.row}>
        <SelectField
          state={state}
          name="branding.theme"
          label={t("Light or dark")}
          options={[
            { value: "auto", label: "As the page around it" },
            { value: "light", label: "Always light" },
            { value: "dark", label: "Always dark" },
          ]}
        />
        <SelectField
          state={state}
          name="branding.density"
          label={t("Room between things")}
          options={[
            { value: "comfortable", label: "Comfortable" },
            { value: "compact", label: "Compact" },
          ]}
        />
        <TextField
          state={state}
          name="branding.radius"
          label={t("Round corners (0 to 32)")}
          type="number"
          min={0}
          max={32}
          required
        />
      </div>
      <CheckboxField state={state} name="branding.show_logo" label={t("Show your logo")} />
    </>
  );
}

interface OfferProps {
  state: FormState;
  all: string;
  one: string;
  legend: string;
  choices: WidgetChoices["schedules"];
}

function Offer({ state, all, one, legend, choices }: OfferProps) {
  return (
    <div className={styles.offer}>
      <ChoiceField
        state={state}
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
          state={state}
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

function Asks({ state }: { state: FormState }) {
  return (
    <>
      <p className={fields.hint}>{t("The name and the e-mail address are always asked.")}</p>
      <div className={fields.row}>
        <SelectField state={state} name="steps.phone" label={t("Telephone")} options={USES} />
        <SelectField state={state} name="steps.notes" label={t("Note")} options={USES} />
        <SelectField
          state={state}
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

function Rules({ state }: { state: FormState }) {
  return (
    <>
      <ChoiceField
        state={state}
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
        state={state}
        name="policy_text"
        label={t("Your own rules")}
        description={t("Shown beside the rules for cancelling.")}
        rows={3}
        maxLength={2000}
      />
      <TextField
        state={state}
        name="terms_url"
        label={t("Address of your terms")}
        description={t("Guests agree to them before they book.")}
        type="url"
        maxLength={2000}
      />
      <TextField
        state={state}
        name="success_url"
        label={t("Page afterwards")}
        description={t("Where guests go on to after the last step.")}
        type="url"
        maxLength={2000}
      />
    </>
  );
}
