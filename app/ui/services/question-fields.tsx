import { FormSection, Hint, FieldRow } from "~/ui/kit/form";
import { useField } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { msg, t } from "~/i18n/text";
import {
  ChangedMeanwhile,
  FieldProblem,
  TextAreaField,
  SelectField,
  TextField,
  CheckboxField,
} from "../form/fields";

const TYPES = [
  { value: "text", label: msg("Short text") },
  { value: "textarea", label: msg("Long text") },
  { value: "select", label: msg("Single choice") },
  { value: "multiselect", label: msg("Multiple choice") },
  { value: "checkbox", label: msg("Checkbox") },
  { value: "consent", label: msg("Consent") },
  { value: "number", label: msg("Number") },
  { value: "date", label: msg("Date") },
  { value: "phone", label: msg("Phone") },
  { value: "url", label: msg("Link") },
];

interface QuestionFieldsProps {
  /** Questions of the widgets that offer this service, asked first. */
  widgets: { name: string; path: string; questions: string[] }[];
  /** Whether this person may open widget pages. */
  links: boolean;
}

/** A service's own questions, and those of its widgets, which guests are asked first. */
export function QuestionFields({ widgets, links }: QuestionFieldsProps) {
  return (
    <>
      <FormSection title={t("Service questions")}>
        <Hint>{t("Guests answer these when they book, after their name and email.")}</Hint>
        <ChangedMeanwhile name="questions">{t("Changed by someone else.")}</ChangedMeanwhile>
        <QuestionRows />
        <FieldProblem name="questions" />
      </FormSection>
      <FormSection title={t("Widget questions")}>
        {widgets.length === 0 ? (
          <Hint>{t("No widget that offers this service asks questions of its own.")}</Hint>
        ) : (
          widgets.map(({ name, path, questions: widgetQuestions }) => (
            <div key={path}>
              {links ? <Link to={path}>{name}</Link> : <strong>{name}</strong>}
              <ul className="m-0 ps-5">
                {widgetQuestions.map((label) => (
                  <li key={label}>{label}</li>
                ))}
              </ul>
            </div>
          ))
        )}
      </FormSection>
    </>
  );
}

/** Fields of each question, and an empty one to add. */
export function QuestionRows() {
  const [{ initialValue }] = useField<FilledQuestion[]>("questions");
  // an empty question is undefined
  const questions = (initialValue ?? []) as (FilledQuestion | undefined)[];
  const hasRoom = questions.some((question) => !question?.label);
  return (hasRoom ? questions : [...questions, undefined]).map((question, index) => (
    <Question key={question?.id ?? `new ${index}`} question={question} at={index} />
  ));
}

/** Attributes needed to render a question's fields. */
interface FilledQuestion {
  id?: string;
  label?: string;
}

function Question({ question, at }: { question: FilledQuestion | undefined; at: number }) {
  const isNew = !question?.id;
  const name = (field: string) => `questions[${at}].${field}`;
  return (
    <fieldset className="group/question flex flex-col gap-3 p-4 border border-line rounded-lg">
      <legend className="hidden-text">{isNew ? t("New question") : question.label}</legend>
      {!isNew && <input type="hidden" name={name("id")} value={question.id} />}
      <FieldRow narrow>
        <TextField
          name={name("label")}
          label={isNew ? t("New question") : t("Question")}
          maxLength={200}
        />
        <SelectField
          name={name("type")}
          label={t("Answer type")}
          options={TYPES.map(({ value, label }) => ({ value, label: t(label) }))}
        />
      </FieldRow>
      <TextField name={name("hint")} label={t("Help text")} maxLength={300} />
      <TextAreaField
        name={name("options")}
        label={t("Options, one per line")}
        rows={2}
        className="group-[:not(:has(select_option:is([value=select],[value=multiselect]):checked))]/question:hidden"
      />
      <FieldRow narrow>
        <CheckboxField name={name("required")} label={t("Required")} />
        <CheckboxField name={name("sensitive")} label={t("Visible to admins only")} />
        {!isNew && <CheckboxField name={name("remove")} label={t("Remove")} />}
      </FieldRow>
    </fieldset>
  );
}
