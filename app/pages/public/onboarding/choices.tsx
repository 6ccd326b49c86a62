import type { FieldMetadata } from "@conform-to/react";
import styles from "~/ui/form/step-form.module.css";

interface ChoicesProps {
  legend: string;
  /** "radio": one of them; "checkbox": any of them. */
  type: "radio" | "checkbox";
  field: FieldMetadata<unknown>;
  options: { value: string; label: string; title?: string }[];
}

/** Radio buttons or checkboxes, all visible. */
export function Choices({ legend, type, field, options }: ChoicesProps) {
  const { initialValue } = field;
  const chosen = (Array.isArray(initialValue) ? initialValue : [initialValue]).map(String);
  return (
    <fieldset className={styles.group} aria-describedby={field.errors ? field.errorId : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {options.map(({ value, label, title }) => (
          <label key={value} className={styles.choice} title={title}>
            <input
              type={type}
              name={field.name}
              value={value}
              defaultChecked={chosen.includes(value)}
              aria-label={title}
            />
            {label}
          </label>
        ))}
      </div>
      {field.errors && (
        <p id={field.errorId} className={styles.problem}>
          {field.errors.join(" ")}
        </p>
      )}
    </fieldset>
  );
}
