import type { Question } from "~/contract/schedules";
import { t } from "~/i18n/text";
import { Button } from "../kit/button";
import { Select, Textarea, TextInput } from "../kit/inputs";
import { answerField, type DeskState } from "./desk-state";
import styles from "./new-booking.module.css";

interface MoreFieldsProps {
  state: DeskState;
  postTo: string;
  typed: (name: string, otherwise: string) => string;
}

/** What most bookings do not need, folded away. A <details>, so it opens before JavaScript. */
export function MoreFields({ state, postTo, typed }: MoreFieldsProps) {
  const { questions, resources, resource, today, may_override, customTime } = state;
  return (
    <details className={styles.folded} open={customTime !== null || questions.some(({ required }) => required)}>
      <summary>
        {t("Notes,")} {questions.length > 0 && "questions, "}
        {t("another time, no mail")}
      </summary>
      <div className={styles.fields}>
        <Textarea
          className={styles.wide}
          name="notes"
          label={t("Note")}
          rows={2}
          maxLength={4000}
          defaultValue={typed("notes", state.notes)}
        />
        {questions.map((question) => (
          <QuestionField key={question.id} question={question} />
        ))}
      </div>
      <div className={styles.ticks}>
        <Tick name="silent">{t("Mail nobody")}</Tick>
        <Tick name="pending">{t("Keep it waiting for approval")}</Tick>
        {may_override && (
          <Tick name="override">
            <strong className={styles.warning}>{t("Book over capacity and outside the rules")}</strong>
          </Tick>
        )}
      </div>
      <fieldset className={styles.fields}>
        <legend>{t("A time of its own, that is not offered")}</legend>
        <Select name="custom_resource" label={t("With")} defaultValue={resource}>
          {resources.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <TextInput type="date" name="custom_day" label={t("On")} min={today} defaultValue={customTime?.day} />
        <TextInput type="time" name="custom_time" label={t("At")} defaultValue={customTime?.time} />
        <TextInput
          type="number"
          name="custom_minutes"
          label={t("Minutes")}
          min={5}
          max={1440}
          defaultValue={customTime?.minutes ?? 60}
        />
        <Button
          className={styles.customTime}
          type="submit"
          name="is_custom"
          value="on"
          formMethod="post"
          formAction={postTo}
        >
          {t("Book this time")}
        </Button>
      </fieldset>
    </details>
  );
}

function Tick({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" name={name} />
      <span>{children}</span>
    </label>
  );
}

function QuestionField({ question: { id, label, type, required, options = [] } }: { question: Question }) {
  const name = answerField(id);
  const shown = required ? `${label} (needed)` : label;
  if (type === "checkbox") return <Tick name={name}>{shown}</Tick>;
  if (type === "select")
    return (
      <Select name={name} label={shown}>
        <option value="">{t("No answer")}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </Select>
    );
  if (type === "textarea") return <Textarea name={name} label={shown} maxLength={4000} rows={2} />;
  return <TextInput name={name} label={shown} maxLength={4000} />;
}
