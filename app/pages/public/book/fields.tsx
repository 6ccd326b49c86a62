import type { Question } from "~/contract/schedules";
import { EMAIL_INPUT } from "~/ui/kit/inputs";
import { fieldOf, refusedName, type Typed } from "./booking-form";
import type { FieldLimits } from "~/ui/form/field-limits";
import type { BookTexts } from "./texts/book-texts";

interface FieldProps extends FieldLimits {
  name: string;
  label: string;
  value: string;
  /** What is wrong with it. */
  problem: string | undefined;
  t: BookTexts;
  type?: string;
  hint?: string;
  autoComplete?: string;
  inputMode?: "numeric" | "decimal";
  isLong?: boolean;
  /** A choice of one of these. */
  options?: string[];
}

/** A field with its label, its help and what is wrong with it. */
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
  // What is sent again unchanged is left out: an optional field never blocks a booking.
  const canBeLeftOut = problem !== undefined && !rest.required && value.trim() !== "";
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

/** What is wrong with a field, tied to it by its id. */
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

/** One or several of some options, all of them in sight. */
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

/** The kind of input of a question that is answered with text; `text` for all others. */
const inputTypes: Record<string, string> = {
  date: "date",
  phone: "tel",
};

/** A question of the company's own, by its type. */
export function QuestionField({
  question,
  typed,
  t,
}: {
  question: Question;
  typed: Typed;
  t: BookTexts;
}) {
  const { label, required, hint, type, options = [] } = question;
  const name = fieldOf(question);
  const values = typed.value(name);
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
