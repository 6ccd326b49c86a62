import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useId } from "react";
import { Icon } from "../icon";

/** Class of theme.css, for controls outside of these fields. */
export const CONTROL = "control";

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

/** Class of a file input. */
export const FILE_INPUT =
  "max-w-full min-h-control text-text text-control file:h-control file:me-3 file:px-3 file:border file:border-solid file:border-faint file:rounded-md file:bg-surface file:[font:inherit] file:text-text file:font-medium file:cursor-pointer";

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
        <span className="relative block">
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
          <Icon
            name="down"
            size={16}
            className="absolute inset-y-0 inset-e-2 h-full text-muted pointer-events-none"
          />
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
    <div className={`min-w-0 ${className}`}>
      <label className="flex gap-2 items-start cursor-pointer">
        <input
          {...input}
          type="checkbox"
          className="flex-none size-4 my-0.5 mx-0"
          aria-describedby={description ? id : undefined}
        />
        <span>{label}</span>
      </label>
      {description && (
        <p id={id} className={`${DESCRIPTION} ms-6`}>
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
  className: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

const DESCRIPTION = "mt-1 mb-0 text-muted text-sm";

export const Label = (props: ComponentPropsWithoutRef<"label">) => (
  <label {...props} className="block mb-1 text-sm font-medium" />
);

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
    <div className={`min-w-0 ${className}`}>
      {label && <Label htmlFor={controlId}>{label}</Label>}
      {children({
        id: controlId,
        className: CONTROL,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {description && (
        <p id={below.description} className={DESCRIPTION}>
          {description}
        </p>
      )}
      {error && (
        <p id={below.error} className="flex gap-1.5 items-start mt-1 mb-0 text-bad text-sm">
          <Icon name="warning" size={14} className="mt-0.5" />
          {error}
        </p>
      )}
    </div>
  );
}
