import type { ChangeEvent } from "react";
import { Select } from "../kit/inputs";
import styles from "./new-booking.module.css";

/** With more choices, use a select. */
const MOST_BUTTONS = 6;

interface ChoiceProps {
  name: string;
  label: string;
  /** Label of the empty choice. */
  any: string;
  /** Value of the empty choice. */
  anyValue?: string;
  options: { id: string; name: string }[];
  value: string;
  onChange: (event: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => void;
}

/** Buttons for a few choices, a select for many. */
export function Choice({ name, label, any, anyValue = "", options, value, onChange }: ChoiceProps) {
  const all = [{ id: anyValue, name: any }, ...options];
  const chosen = value === "" ? anyValue : value;
  if (options.length > MOST_BUTTONS)
    return (
      <Select
        name={name}
        label={label}
        onChange={onChange}
        defaultValue={chosen}
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
      />
    );
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className={styles.chips}>
        {all.map((option) => (
          <label key={option.id} className={styles.chip}>
            <input
              type="radio"
              name={name}
              value={option.id}
              defaultChecked={option.id === chosen}
              onChange={onChange}
            />
            <span>{option.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
