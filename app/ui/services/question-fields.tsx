import { useField } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { ChangedMeanwhile, FieldProblem, TextAreaField, SelectField, TextField, CheckboxField } from "../form/fields";
import styles from "./service-page.module.css";

const TYPES = [
  { value: "text", label: "One line" },
  { value: "textarea", label: "Several lines" },
  { value: "select", label: "One of a list" },
  { value: "multiselect", label: "Several of a list" },
  { value: "checkbox", label: "Yes or no" },
  { value: "consent", label: "Consent" },
  { value: "number", label: "Number" },
  { value: "date", label: "Date" },
  { value: "phone", label: "Telephone" },
  { value: "url", label: "Web address" },
];

interface QuestionFieldsProps {
  /** What the widget configurations that offer this service ask before these. */
  widgets: { name: string; path: string; questions: string[] }[];
  /** Whether this person may open a widget's page. */
  links: boolean;
}

/** The Questions page of a service: its own, and those of the widgets, which come first. */
export function QuestionFields({ widgets, links }: QuestionFieldsProps) {
  return (
    <>
      <section className={styles.card} aria-labelledby="own">
        <h2 id="own">{t("Questions of this service")}</h2>
        <p className={styles.lead}>{t("Guests answer them when they book, after their name and e-mail address.")}</p>
        <ChangedMeanwhile name="questions" className={styles.problem!}>
          {t("Someone else has changed the questions.")}
        </ChangedMeanwhile>
        <QuestionRows />
        <FieldProblem name="questions" />
      </section>
      <section className={styles.card} aria-labelledby="widgets">
        <h2 id="widgets">{t("Asked by your widgets")}</h2>
        {widgets.length === 0 ? (
          <p className={styles.lead}>{t("The widgets that offer this service ask nothing of their own.")}</p>
        ) : (
          widgets.map(({ name, path, questions: asked }) => (
            <div key={path}>
              {links ? <Link to={path}>{name}</Link> : <strong>{name}</strong>}
              <ul className={styles.list}>
                {asked.map((label) => (
                  <li key={label}>{label}</li>
                ))}
              </ul>
            </div>
          ))
        )}
      </section>
    </>
  );
}

/** The fields of each question of a form, and of one more to be added. */
export function QuestionRows() {
  const [{ initialValue }] = useField<FilledQuestion[]>("questions");
  const questions = (initialValue ?? []) as (FilledQuestion | undefined)[]; // what is empty is not there
  const hasRoom = questions.some((question) => !question?.label);
  return (hasRoom ? questions : [...questions, undefined]).map((question, index) => (
    <Question key={question?.id ?? `new ${index}`} question={question} at={index} />
  ));
}

/** What is asked of a question before its fields are drawn. */
interface FilledQuestion {
  id?: string;
  label?: string;
}

function Question({ question, at }: { question: FilledQuestion | undefined; at: number }) {
  const isNew = !question?.id;
  const name = (field: string) => `questions[${at}].${field}`;
  return (
    <fieldset className={styles.question}>
      <legend className="hidden-text">{isNew ? t("New question") : question.label}</legend>
      {!isNew && <input type="hidden" name={name("id")} value={question.id} />}
      <div className={styles.row}>
        <TextField name={name("label")} label={isNew ? t("New question") : t("Question")} maxLength={200} />
        <SelectField name={name("type")} label={t("Answer")} options={TYPES} />
      </div>
      <TextField name={name("hint")} label={t("Help below the field")} maxLength={300} />
      <TextAreaField name={name("options")} label={t("The list, a line each")} rows={2} className={styles.options!} />
      <div className={styles.row}>
        <CheckboxField className={styles.tick} name={name("required")} label={t("Must be answered")} />
        <CheckboxField className={styles.tick} name={name("sensitive")} label={t("Shown to admins alone")} />
        {!isNew && <CheckboxField className={styles.tick} name={name("remove")} label={t("Remove")} />}
      </div>
    </fieldset>
  );
}
