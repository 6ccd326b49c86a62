import type { ChangeEvent } from "react";
import { Select } from "../kit/inputs";

/** With more choices, use a select. */
const MAX_BUTTONS = 6;

interface Option {
  id: string;
  name: string;
  /** Heading in a select. */
  group?: string | null;
}

interface ChoiceProps {
  name: string;
  label: string;
  /** Label of the empty choice. */
  any: string;
  /** Value of the empty choice. */
  anyValue?: string;
  options: Option[];
  value: string;
  onChange: (event: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => void;
}

/** Buttons for a few choices, a select for many. */
export function Choice({ name, label, any, anyValue = "", options, value, onChange }: ChoiceProps) {
  const all = [{ id: anyValue, name: any }, ...options];
  const chosen = value === "" ? anyValue : value;
  if (options.length > MAX_BUTTONS)
    return (
      <Select name={name} label={label} onChange={onChange} defaultValue={chosen}>
        <option value={anyValue}>{any}</option>
        {byGroup(options).map(({ group, of }) => {
          const listed = of.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ));
          return group === null ? (
            listed
          ) : (
            <optgroup key={group} label={group}>
              {listed}
            </optgroup>
          );
        })}
      </Select>
    );
  return (
    <fieldset className="min-w-0 m-0 p-0 border-0 [&_legend]:p-0 [&_legend]:pb-1 [&_legend]:text-sm [&_legend]:font-medium">
      <legend>{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {all.map((option) => (
          <label
            key={option.id}
            className="inline-flex items-center gap-1.5 min-h-8 py-1 px-3 border border-faint rounded-[0.375rem] bg-surface text-[0.875rem] leading-[1.25rem] cursor-pointer hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:[box-shadow:inset_0_0_0_1px_var(--accent)] has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 max-md:min-h-10"
          >
            <input
              className="absolute opacity-0"
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

/** Options by group, a group at the place of its first option. */
function byGroup(options: readonly Option[]): { group: string | null; of: Option[] }[] {
  const found = new Map<string | null, Option[]>();
  for (const option of options) {
    const group = option.group ?? null;
    found.set(group, [...(found.get(group) ?? []), option]);
  }
  return [...found].map(([group, of]) => ({ group, of }));
}
