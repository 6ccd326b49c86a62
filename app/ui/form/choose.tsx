import { Select } from "../kit/inputs";

interface ChooseProps {
  name: string;
  label: string;
  /** What it says where nothing is chosen. */
  any: string;
  /** Each value and what it is called. */
  words: Record<string, string>;
  given: Record<string, string>;
}

/** A field of a filter: one of some values, or any. */
export function Choose({ name, label, any, words, given }: ChooseProps) {
  return (
    <Select {...{ name, label }} defaultValue={given[name] ?? ""}>
      <option value="">{any}</option>
      {Object.entries(words).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  );
}
