import { createContext, type ReactNode, useContext } from "react";
import { t } from "~/i18n/text";
import type { FieldLimits } from "./field-limits";

/** What a form's fields show: the values, what is wrong with them, and what somebody else has saved meanwhile. */
export interface FieldState {
  /** What the form is about, in a word. */
  of: "service" | "resource";
  values: Record<string, unknown>;
  now: Record<string, unknown> | null;
  problems: Record<string, string[] | null>;
  limits: Record<string, FieldLimits>;
}

export const FieldsContext = createContext<FieldState>({
  of: "service",
  values: {},
  now: null,
  problems: {},
  limits: {},
});
export const FieldsOf = FieldsContext.Provider;

export const textOf = (value: unknown): string => (value === undefined || value === null ? "" : String(value));
export const isOn = (value: unknown): boolean => value === true || value === "on";
export const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];

/** A field's text, its problem and the other value, for an input of any kind. */
export function useField(name: string) {
  const { values, now, problems, limits } = useContext(FieldsContext);
  const typed = textOf(values[name]);
  const other = now === null || textOf(now[name]) === typed ? null : textOf(now[name]);
  return {
    values,
    input: {
      ...limits[name],
      name,
      id: name,
      autoComplete: "off",
      defaultValue: typed,
      error: problems[name]?.join(" "),
    },
    other: other === null ? null : <OtherValue value={other} />,
  };
}

/** The value that someone else has saved while this form was open. */
function OtherValue({ value }: { value: string }): ReactNode {
  const { of } = useContext(FieldsContext);
  return (
    <strong>{value === "" ? t("Now empty in the {of}.", { of }) : t("Now in the {of}: {value}", { of, value })}</strong>
  );
}

interface TickProps {
  name: string;
  label: string;
  note?: string;
  className?: string | undefined;
  /** Its value, where it is not a field of the form itself. */
  on?: boolean;
}

/** A box to tick with its words. */
export function Tick({ name, label, note, className, on }: TickProps) {
  const { values, now, problems } = useContext(FieldsContext);
  const isTicked = on ?? isOn(values[name]);
  const isOther = on === undefined && now !== null && isOn(now[name]) !== isTicked;
  return (
    <div className={className}>
      <label>
        <input type="checkbox" name={name} defaultChecked={isTicked} />
        <span>{label}</span>
      </label>
      {note !== undefined && <small>{note}</small>}
      {isOther && <OtherValue value={isOn(now[name]) ? "ticked" : "not ticked"} />}
      {problems[name] && <small role="alert">{problems[name].join(" ")}</small>}
    </div>
  );
}
