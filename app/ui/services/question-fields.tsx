import { Link } from "@remix-run/react";
import { useContext } from "react";
import { t } from "~/i18n/text";
import { FieldsContext, isOn, textOf, Tick } from "../form/field-state";
import { Select, Textarea, TextInput } from "../kit/inputs";
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
  const { values, now, problems } = useContext(FieldsContext);
  const isOther = now !== null && JSON.stringify(now.questions) !== JSON.stringify(values.questions);
  return (
    <>
      <section className={styles.card} aria-labelledby="own">
        <h2 id="own">{t("Questions of this service")}</h2>
        <p className={styles.lead}>{t("Guests answer them when they book, after their name and e-mail address.")}</p>
        {isOther && <p className={styles.problem}>{t("Someone else has changed the questions.")}</p>}
        {problems.questions && <p className={styles.problem}>{problems.questions.join(" ")}</p>}
        <QuestionRows asked={values.questions} problems={problems} />
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

type Problems = Record<string, string[] | null>;

/** The fields of each question of a form, and of one more to be added. */
export function QuestionRows({ asked, problems }: { asked: unknown; problems: Problems }) {
  const questions = (Array.isArray(asked) ? asked : []) as Record<string, unknown>[];
  const shown = questions.some((question) => textOf(question.label) === "") ? questions : [...questions, {}];
  return shown.map((question, index) => (
    <Question key={textOf(question.id) || `new ${index}`} question={question} at={index} problems={problems} />
  ));
}

interface QuestionProps {
  question: Record<string, unknown>;
  at: number;
  problems: Problems;
}

function Question({ question, at, problems }: QuestionProps) {
  const isNew = textOf(question.id) === "";
  const name = (field: string) => `questions[${at}].${field}`;
  const field = (of: string) => ({
    name: name(of),
    autoComplete: "off",
    defaultValue: textOf(question[of]),
    error: problems[name(of)]?.join(" "),
  });
  return (
    <fieldset className={styles.question}>
      <legend className="hidden-text">{isNew ? t("New question") : textOf(question.label)}</legend>
      {!isNew && <input type="hidden" name={name("id")} value={textOf(question.id)} />}
      <div className={styles.row}>
        <TextInput {...field("label")} label={isNew ? t("New question") : t("Question")} maxLength={200} />
        <Select {...field("type")} label={t("Answer")} options={TYPES} />
      </div>
      <TextInput {...field("hint")} label={t("Help below the field")} maxLength={300} />
      <Textarea {...field("options")} label={t("The list, a line each")} rows={2} className={styles.options} />
      <Ticks question={question} name={name} isNew={isNew} />
    </fieldset>
  );
}

function Ticks({
  question,
  name,
  isNew,
}: {
  question: Record<string, unknown>;
  name: (field: string) => string;
  isNew: boolean;
}) {
  return (
    <div className={styles.row}>
      <Tick
        className={styles.tick}
        name={name("required")}
        on={isOn(question.required)}
        label={t("Must be answered")}
      />
      <Tick
        className={styles.tick}
        name={name("sensitive")}
        on={isOn(question.sensitive)}
        label={t("Shown to admins alone")}
      />
      {!isNew && <Tick className={styles.tick} name={name("remove")} on={isOn(question.remove)} label={t("Remove")} />}
    </div>
  );
}
