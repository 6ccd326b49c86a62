import { type ReactNode, useId } from "react";
import { t } from "~/i18n/text";
import { Notice } from "../feedback/notice";
import { Select, type SelectProps, Textarea, type TextareaProps, TextInput, type TextInputProps } from "../kit/inputs";
import type { FormState } from "./form-state";
import styles from "./fields.module.css";

interface FieldProps {
  state: FormState;
  name: string;
  label: string;
}

/** A text field that keeps what was typed when its form is refused. */
export function TextField({ state, name, ...props }: FieldProps & TextInputProps) {
  return (
    <TextInput autoComplete="off" name={name} defaultValue={state.text(name)} error={state.problem(name)} {...props} />
  );
}

/** The same of several lines. */
export function TextAreaField({ state, name, ...props }: FieldProps & TextareaProps) {
  return <Textarea name={name} defaultValue={state.text(name)} error={state.problem(name)} {...props} />;
}

/** On which websites something works; `empty` says what no line at all means. */
export function WebsitesField({ state, label, empty }: { state: FormState; label: string; empty: string }) {
  return (
    <TextAreaField
      state={state}
      name="allowed_origins"
      label={label}
      description={t("One a line, such as https://www.example.com or *.example.com. Empty: {empty}", { empty })}
      rows={3}
      maxLength={6000}
      spellCheck={false}
    />
  );
}

/** The same for a choice of one out of many. */
export function SelectField({ state, name, ...props }: FieldProps & SelectProps) {
  return <Select name={name} defaultValue={state.text(name)} error={state.problem(name)} {...props} />;
}

export interface Choice {
  value: string;
  label: ReactNode;
  /** What choosing it means. */
  explains?: string;
}

interface ChoiceFieldProps {
  state: FormState;
  name: string;
  legend: string;
  hint?: string;
  type: "radio" | "checkbox";
  choices: readonly Choice[];
}

/** Choices that are all visible, each with its meaning. */
export function ChoiceField({ state, name, legend, hint, type, choices }: ChoiceFieldProps) {
  const id = useId();
  const chosen = state.list(name);
  const problem = state.problem(name);
  return (
    <fieldset className={styles.group} aria-describedby={problem === undefined ? undefined : id}>
      <legend className={styles.legend}>{legend}</legend>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      <div className={styles.choices}>
        {choices.map(({ value, label, explains }) => (
          <label key={value} className={styles.choice}>
            <input type={type} name={name} value={value} defaultChecked={chosen.includes(value)} />
            <span>
              {label}
              {explains !== undefined && <small>{explains}</small>}
            </span>
          </label>
        ))}
      </div>
      {problem !== undefined && (
        <p id={id} className={styles.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** One thing that is so or not. */
export function CheckboxField({ state, name, label }: FieldProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" name={name} defaultChecked={state.text(name) !== ""} />
      <span>{label}</span>
    </label>
  );
}

/** What is wrong with the form as a whole. */
export function FormProblems({ state }: { state: FormState }) {
  return state.problems.length > 0 ? <Notice tone="bad">{state.problems.join(" ")}</Notice> : null;
}
