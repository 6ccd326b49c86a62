import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useId } from "react";
import { Icon } from "../icon";
import styles from "./inputs.module.css";

interface FieldProps {
  /** Omit if `aria-label` is set. */
  label?: ReactNode;
  /** Shown below the control and announced with it. */
  description?: ReactNode;
  /** Validation error. */
  error?: ReactNode;
  /** Class of the whole field: label, control and messages. */
  className?: string | undefined;
}
type ControlProps<Tag extends "input" | "textarea" | "select"> = Omit<
  ComponentPropsWithoutRef<Tag>,
  keyof FieldProps
>;

/**
 * Browsers reject emails with invisible characters, which people often paste. The server strips
 * them, so only the email keyboard is used.
 */
export const EMAIL_INPUT = {
  type: "text",
  inputMode: "email",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

export type TextInputProps = FieldProps & ControlProps<"input">;
/** A single-line input, including number, date and search. */
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
    /** Alternative to children: plain values, or values with labels. */
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

/** Label, control, description and error, linked for screen readers. */
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
