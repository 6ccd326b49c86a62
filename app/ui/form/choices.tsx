import { getCollectionProps, useField } from "@conform-to/react";
import { FieldProblem } from "./fields";

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
    <fieldset className="min-w-0 m-0 p-0 border-0">
      <legend className="p-0 pb-1.5 text-[0.875rem] font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label, title }, index) => (
          <label
            key={value}
            className="relative flex flex-[1_0_auto] items-center justify-center min-w-12 min-h-10 px-3.5 border border-faint rounded-[0.5rem] text-[0.9375rem] cursor-pointer hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:[box-shadow:inset_0_0_0_1px_var(--accent)] has-checked:text-accent-text has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-2"
            title={title}
          >
            <input
              className="absolute inset-0 m-0 opacity-0 cursor-pointer"
              {...inputs[index]!}
              key={value}
              aria-label={title}
            />
            {label}
          </label>
        ))}
      </div>
      <FieldProblem name={name} />
    </fieldset>
  );
}
