import { Select } from "../kit/inputs";

interface ChooseProps {
  name: string;
  label: string;
  /** Label of the empty choice. */
  any: string;
  /** Labels by value. */
  words: Record<string, string>;
  given: Record<string, string>;
}

/** A filter field: one value, or any. */
export function Choose({ name, label, any, words, given }: ChooseProps) {
  return (
    <Select name={name} label={label} defaultValue={given[name] ?? ""}>
      <option value="">{any}</option>
      {Object.entries(words).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  );
}
