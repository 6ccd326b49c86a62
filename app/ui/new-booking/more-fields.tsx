import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { Question } from "~/contract/schedules";
import { Icon } from "../icon";
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
      <summary>Notes, {questions.length > 0 && "questions, "}another time, no mail</summary>
      <div className={styles.fields}>
        <Textarea
          className={styles.wide}
          size="md"
          name="notes"
          label="Note"
          rows={2}
          maxLength={4000}
          defaultValue={typed("notes", state.notes)}
        />
        {questions.map((question) => (
          <QuestionField key={question.id} question={question} />
        ))}
      </div>
      <div className={styles.ticks}>
        <Tick name="silent">Mail nobody</Tick>
        <Tick name="pending">Keep it waiting for approval</Tick>
        {may_override && (
          <Tick name="override">
            <strong className={styles.warning}>Book over capacity and outside the rules</strong>
          </Tick>
        )}
      </div>
      <fieldset className={styles.fields}>
        <legend>A time of its own, that is not offered</legend>
        <NativeSelect
          size="md"
          name="custom_resource"
          label="With"
          defaultValue={resource}
          rightSection={<Icon name="down" size={16} />}
        >
          {resources.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
        <TextInput size="md" type="date" name="custom_day" label="On" min={today} defaultValue={customTime?.day} />
        <TextInput size="md" type="time" name="custom_time" label="At" defaultValue={customTime?.time} />
        <TextInput
          size="md"
          type="number"
          name="custom_minutes"
          label="Minutes"
          min={5}
          max={1440}
          defaultValue={customTime?.minutes ?? 60}
        />
        <Button
          className={styles.customTime!}
          type="submit"
          size="md"
          variant="default"
          name="is_custom"
          value="on"
          formMethod="post"
          formAction={postTo}
        >
          Book this time
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
      <NativeSelect size="md" name={name} label={shown} rightSection={<Icon name="down" size={16} />}>
        <option value="">No answer</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </NativeSelect>
    );
  if (type === "textarea") return <Textarea size="md" name={name} label={shown} maxLength={4000} rows={2} />;
  return <TextInput size="md" name={name} label={shown} maxLength={4000} />;
}
