import type { Question } from "~/contract/schedules";
import { EMAIL_INPUT } from "../kit/inputs";
import type { FieldLimits } from "../form/field-limits";
import { fieldOf, refusedName, type TypedFields } from "./question-form";

/** Texts of a page with fields. */
interface FieldTexts {
  optional: string;
  choose_option: string;
  /** Where resubmitting drops the rejected text of an optional field. */
  error_optional?: string;
}

interface FieldProps extends FieldLimits {
  name: string;
  label: string;
  value: string;
  /** Field error. */
  problem: string | undefined;
  t: FieldTexts;
  type?: string;
  hint?: string;
  autoComplete?: string;
  inputMode?: "numeric" | "decimal";
  isLong?: boolean;
  /** Options to choose from. */
  options?: string[];
}

/** A field with label, help and error. */
export function Field({
  name,
  label,
  value,
  problem,
  t,
  hint,
  isLong,
  options,
  ...rest
}: FieldProps) {
  // Allow resubmitting the same invalid text: it is dropped, so an optional field never blocks a
  // booking.
  const canBeLeftOut =
    t.error_optional !== undefined &&
    problem !== undefined &&
    !rest.required &&
    value.trim() !== "";
  const describedBy = [hint && `${name}-hint`, problem && `${name}-problem`]
    .filter(Boolean)
    .join(" ");
  const attributes = {
    ...rest,
    name,
    id: name,
    className: "control",
    defaultValue: value,
    ...(describedBy !== "" && { "aria-describedby": describedBy }),
    ...(problem !== undefined && { "aria-invalid": true }),
  };
  return (
    <div>
      <label className="field" htmlFor={name}>
        {label} {!rest.required && <span className="muted small">({t.optional})</span>}
      </label>
      {options ? (
        <select {...attributes}>
          <option value="">{t.choose_option}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : isLong ? (
        <textarea {...attributes} />
      ) : (
        <input {...attributes} {...(rest.type === "email" && EMAIL_INPUT)} />
      )}
      {hint && (
        <span className="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      <Problem name={name} text={canBeLeftOut ? `${problem} ${t.error_optional}` : problem} />
      {canBeLeftOut && <input type="hidden" name={refusedName(name)} value={value} />}
    </div>
  );
}

/** A field's error, linked by its id. */
export function Problem({ name, text }: { name: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <span className="wrong" id={`${name}-problem`}>
      {text}
    </span>
  );
}

interface ChoiceGroupProps {
  legend: string;
  type: "radio" | "checkbox";
  name: string;
  options: { value: string; label: string }[];
  chosen: string[];
  problem?: string | undefined;
}

/** Radio buttons or checkboxes, all visible. */
export function ChoiceGroup({ legend, type, name, options, chosen, problem }: ChoiceGroupProps) {
  return (
    <fieldset aria-describedby={problem === undefined ? undefined : `${name}-problem`}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className="tick">
          <input type={type} name={name} value={value} defaultChecked={chosen.includes(value)} />
          {label}
        </label>
      ))}
      <Problem name={name} text={problem} />
    </fieldset>
  );
}

/** Input types of text questions; `text` by default. */
const inputTypes: Record<string, string> = {
  date: "date",
  phone: "tel",
};

/** A custom question, rendered by type. */
export function QuestionField({
  question,
  typed,
  t,
}: {
  question: Question;
  typed: TypedFields;
  t: FieldTexts;
}) {
  const { label, required, hint, type, options = [] } = question;
  const name = fieldOf(question);
  const values = typed.values[name] ?? [];
  const problem = typed.problems[name];
  if (type === "checkbox" || type === "consent")
    return (
      <div>
        <label className="tick">
          <input
            type="checkbox"
            name={name}
            value="yes"
            required={required}
            defaultChecked={values.length > 0}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={problem === undefined ? undefined : `${name}-problem`}
          />
          <span>
            {label} {!required && <span className="muted small">({t.optional})</span>}
          </span>
        </label>
        <Problem name={name} text={problem} />
      </div>
    );
  if (type === "multiselect") {
    const choices = options.map((option) => ({ value: option, label: option }));
    return (
      <ChoiceGroup
        legend={label}
        type="checkbox"
        name={name}
        options={choices}
        chosen={values}
        problem={problem}
      />
    );
  }
  return (
    <Field
      name={name}
      label={label}
      value={values[0] ?? ""}
      problem={problem}
      t={t}
      required={required}
      maxLength={4000}
      {...(hint !== undefined && { hint })}
      {...(type === "textarea"
        ? { isLong: true }
        : type === "select"
          ? { options }
          : {
              type: inputTypes[type] ?? "text",
              ...(type === "number" && { inputMode: "decimal" }),
            })}
    />
  );
}
