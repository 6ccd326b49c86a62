import { getCollectionProps, useField } from "@conform-to/react";
import { FieldProblem } from "./fields";
import styles from "./step-form.module.css";

interface ChoicesProps {
  legend: string;
  /** "radio": choose one; "checkbox": choose any. */
  type: "radio" | "checkbox";
  name: string;
  options: { value: string; label: string; title?: string }[];
}

/** Radio buttons or checkboxes, all visible. */
export function Choices({ legend, type, name, options }: ChoicesProps) {
  const [field] = useField<string[]>(name);
  const inputs = getCollectionProps(field, { type, options: options.map(({ value }) => value) });
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {options.map(({ value, label, title }, index) => (
          <label key={value} className={styles.choice} title={title}>
            <input {...inputs[index]!} key={value} aria-label={title} />
            {label}
          </label>
        ))}
      </div>
      <FieldProblem name={name} />
    </fieldset>
  );
}
