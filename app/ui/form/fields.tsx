import { Fieldset, Hint, Problem, Tick } from "../kit/form";
import {
  type FieldMetadata,
  getCollectionProps,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  useField,
} from "@conform-to/react";
import { type ReactNode, useContext } from "react";
import { t } from "~/i18n/text";
import {
  Select,
  type SelectProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from "../kit/inputs";
import { SavedMeanwhileContext } from "./page-form";
import { allProblems } from "./problems";
import { filledIn, valueAt } from "./value-at";

// Fields of a PageForm, looked up by name. Inputs reference their descriptions by conform's ids.

interface FieldProps {
  name: string;
  label: string;
}

type InputType = Parameters<typeof getInputProps>[1]["type"];

const BY_INPUT = { ariaAttributes: false } as const;

/** Props shared by all inputs below. */
function useShared(name: string, description: ReactNode) {
  const [field] = useField<string>(name);
  const other = useOtherText(field);
  return {
    field,
    shared: {
      error: problemOf(field),
      description: other ?? description,
    },
  };
}

/** Error of a field or of one of its values ("origins[1]"); "tiers[0].hours" has its own field. */
function problemOf({ name, allErrors }: FieldMetadata<unknown>): string | undefined {
  const own = Object.entries(allErrors).filter(([path]) => path === name || path.endsWith("]"));
  return allProblems(Object.fromEntries(own)) || undefined;
}

/** Error of a group of rows as a whole. */
export function FieldProblem({ name }: { name: string }) {
  const [field] = useField(name);
  const problem = problemOf(field);
  return problem === undefined ? null : <Problem id={field.errorId}>{problem}</Problem>;
}

/** The value someone else saved while this form was open, if it differs. */
function useOtherText({ name, value }: FieldMetadata<string>): ReactNode {
  const meanwhile = useContext(SavedMeanwhileContext);
  const now = meanwhile === null ? "" : valueAt(meanwhile, name);
  if (meanwhile === null || now === (value ?? "")) return null;
  return <strong>{now === "" ? t("Now empty") : t("Now: {{value}}", { value: now })}</strong>;
}

/** A text field that keeps its input when the form is rejected. */
export function TextField({
  name,
  type = "text",
  description,
  ...props
}: FieldProps & TextInputProps) {
  const { field, shared } = useShared(name, description);
  const input = getInputProps(field, { ...BY_INPUT, type: type as InputType });
  return <TextInput autoComplete="off" {...input} key={field.key} {...shared} {...props} />;
}

/** A multi-line TextField. */
export function TextAreaField({ name, description, ...props }: FieldProps & TextareaProps) {
  const { field, shared } = useShared(name, description);
  return <Textarea {...getTextareaProps(field, BY_INPUT)} key={field.key} {...shared} {...props} />;
}

/** Websites where something is allowed; `blank` explains what an empty list means. */
export function WebsitesField({ label, blank }: { label: string; blank: string }) {
  return (
    <TextAreaField
      name="allowed_origins"
      label={label}
      description={`${t("One per line, such as https://www.example.com or *.example.com.")} ${blank}`}
      rows={3}
      maxLength={6000}
      spellCheck={false}
    />
  );
}

/** A SelectField that keeps its choice when the form is rejected. */
export function SelectField({ name, description, ...props }: FieldProps & SelectProps) {
  const { field, shared } = useShared(name, description);
  const select = getSelectProps(field, BY_INPUT) as SelectProps; // a single value
  return <Select {...select} key={field.key} {...shared} {...props} />;
}

export interface Choice {
  value: string;
  label: ReactNode;
  /** Explains the choice. */
  explains?: string;
}

interface ChoiceFieldProps {
  name: string;
  legend: string;
  hint?: string;
  type: "radio" | "checkbox";
  choices: readonly Choice[];
}

/** Choices that are all visible, each with an explanation. */
export function ChoiceField({ name, legend, hint, type, choices }: ChoiceFieldProps) {
  const [field] = useField<string[]>(name);
  const problem = problemOf(field);
  const inputs = getCollectionProps(field, {
    ...BY_INPUT,
    type,
    options: choices.map(({ value }) => value),
  });
  return (
    <Fieldset legend={legend} aria-describedby={problem === undefined ? undefined : field.errorId}>
      {hint !== undefined && <Hint>{hint}</Hint>}
      <div className="flex flex-col">
        {choices.map(({ value, label, explains }, index) => (
          <Tick {...inputs[index]!} key={value} explains={explains}>
            {label}
          </Tick>
        ))}
      </div>
      {problem !== undefined && <Problem id={field.errorId}>{problem}</Problem>}
    </Fieldset>
  );
}

interface TickFieldProps extends FieldProps {
  note?: string;
}

export function CheckboxField({ name, label, note }: TickFieldProps) {
  const [field] = useField<boolean>(name);
  const { required: _always, ...input } = getInputProps(field, { type: "checkbox" });
  const meanwhile = useContext(SavedMeanwhileContext);
  const now = meanwhile !== null && ["on", "true"].includes(valueAt(meanwhile, name));
  const isOther = meanwhile !== null && now !== (field.value === "on");
  return (
    <div>
      <Tick {...input} key={field.key} explains={note}>
        {label}
      </Tick>
      {isOther && <strong>{now ? t("Now selected") : t("Now not selected")}</strong>}
      {field.errors && (
        <small role="alert" id={field.errorId} className="block ps-6 text-bad text-sm">
          {field.errors.join(" ")}
        </small>
      )}
    </div>
  );
}

/** Shown when someone else changed a field that has no single value to compare, such as rows. */
export function ChangedMeanwhile({ name, children }: { name: string; children: ReactNode }) {
  const meanwhile = useContext(SavedMeanwhileContext);
  const [{ initialValue }] = useField(name);
  if (meanwhile === null) return null;
  const now = (meanwhile as Record<string, unknown>)[name];
  if (String(filledIn(now)) === String(filledIn(initialValue))) return null;
  return <Problem>{children}</Problem>;
}
