import type { ChangeEvent } from "react";
import { Select } from "../kit/inputs";
import styles from "./new-booking.module.css";

/** More than these would be a page of buttons: they fold into a list. */
const MOST_BUTTONS = 6;

interface ChoiceProps {
  name: string;
  label: string;
  /** What it says where nothing is chosen. */
  any: string;
  /** What it sends then. */
  anyValue?: string;
  options: { id: string; name: string }[];
  value: string;
  onChange: (event: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => void;
}

/** One of a few, by one press; one of many, from a list. */
export function Choice({ name, label, any, anyValue = "", options, value, onChange }: ChoiceProps) {
  const all = [{ id: anyValue, name: any }, ...options];
  const chosen = value === "" ? anyValue : value;
  if (options.length > MOST_BUTTONS)
    return (
      <Select
        {...{ name, label, onChange }}
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
