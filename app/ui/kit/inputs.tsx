import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useId } from "react";
import { Icon } from "../icon";
import styles from "./inputs.module.css";

interface FieldProps {
  /** None where `aria-label` says it. */
  label?: ReactNode;
  /** Shown below the control, and read out with it. */
  description?: ReactNode;
  /** What is wrong with it. */
  error?: ReactNode;
  /** Of the whole field: label, control and what is below it. */
  className?: string | undefined;
}
type ControlProps<Tag extends "input" | "textarea" | "select"> = Omit<
  ComponentPropsWithoutRef<Tag>,
  keyof FieldProps
>;

/** Browsers refuse an address with the invisible marks that people paste along, which are dropped here: only the keyboard is theirs. */
export const EMAIL_INPUT = {
  type: "text",
  inputMode: "email",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

export type TextInputProps = FieldProps & ControlProps<"input">;
/** One line of text, and the kinds of it that browsers know: a number, a date, a search. */
export const TextInput = forwardRef<HTMLInputElement, TextInputProps>(
  function TextInput(props, ref) {
    const [field, input] = split(props);
    const shown = input.type === "email" ? { ...input, ...EMAIL_INPUT } : input;
    return <Field {...field}>{(control) => <input {...shown} {...control} ref={ref} />}</Field>;
  },
);

export type TextareaProps = FieldProps & ControlProps<"textarea">;
export const Textarea = forwardRef<HTMLTextAreaElement, TextareaProps>(
  function Textarea(props, ref) {
    const [field, textarea] = split(props);
    return (
      <Field {...field}>{(control) => <textarea {...textarea} {...control} ref={ref} />}</Field>
    );
  },
);

export type SelectProps = FieldProps &
  ControlProps<"select"> & {
    /** Instead of children: values that are their own words, or that have others. */
    options?: readonly (string | { value: string; label: string })[];
  };
export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(
  { options = [], children, ...props },
  ref,
) {
  const [field, select] = split(props);
  return (
    <Field {...field}>
      {(control) => (
        <span className={styles.select}>
          <select {...select} {...control} ref={ref}>
            {children}
            {options.map((option) => {
              const { value, label } =
                typeof option === "string" ? { value: option, label: option } : option;
              return (
                <option key={value} value={value}>
                  {label}
                </option>
              );
            })}
          </select>
          <Icon name="down" size={16} />
        </span>
      )}
    </Field>
  );
});

/** One thing that is so or not, with its words beside it. */
export function Checkbox({
  label,
  description,
  className = "",
  ...input
}: Omit<TextInputProps, "error" | "type">) {
  const id = useId();
  return (
    <div className={`${styles.field} ${className}`}>
      <label className={styles.tick}>
        <input {...input} type="checkbox" aria-describedby={description ? id : undefined} />
        <span>{label}</span>
      </label>
      {description && (
        <p id={id} className={styles.description}>
          {description}
        </p>
      )}
    </div>
  );
}

function split<Props extends FieldProps & { id?: string | undefined }>(props: Props) {
  const { label, description, error, className, id, ...control } = props;
  return [{ label, description, error, className, id }, control] as const;
}

interface Control {
  id: string;
  className: string | undefined;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** Label, control, description and problem, tied together for those who hear the page. */
function Field({
  label,
  description,
  error,
  className = "",
  id,
  children,
}: FieldProps & { id?: string | undefined; children: (control: Control) => ReactNode }) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const below = { description: `${controlId}-description`, error: `${controlId}-error` };
  const described = [description && below.description, error && below.error]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={`${styles.field} ${className}`}>
      {label && (
        <label htmlFor={controlId} className={styles.label}>
          {label}
        </label>
      )}
      {children({
        id: controlId,
        className: styles.control,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {description && (
        <p id={below.description} className={styles.description}>
          {description}
        </p>
      )}
      {error && (
        <p id={below.error} className={styles.error}>
          <Icon name="warning" size={14} />
          {error}
        </p>
      )}
    </div>
  );
}
