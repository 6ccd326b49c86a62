import { html, nothing, type TemplateResult } from "lit";
import type { Field } from "../shared/details";
import type { StepProps } from "../shared/props";
import type { Question } from "../wire";

type Kind =
  | "text"
  | "email"
  | "tel"
  | "url"
  | "number"
  | "date"
  | "tick"
  | "ticks"
  | "radios"
  | "textarea"
  | "select";

/** Definition of a form field. */
export interface FieldSpec {
  field: Field;
  label: unknown;
  kind: Kind;
  required?: boolean;
  autocomplete?: AutoFill;
  hint?: string | undefined;
  /** Part of a group that is optional as a whole. */
  in_group?: boolean;
  /** Label of a select's empty option, if it isn't a question. */
  empty?: string;
  /** Options as value and label. */
  options?: readonly (readonly [value: string, label: string])[];
}

const KINDS: Record<Question["type"], Kind> = {
  text: "text",
  textarea: "textarea",
  select: "select",
  multiselect: "ticks",
  checkbox: "tick",
  number: "text",
  date: "date",
  phone: "tel",
  url: "url",
  consent: "tick",
};

/** The field of a custom question. */
export const questionField = (
  field: Field,
  { label, type, required, hint, options = [] }: Question,
): FieldSpec => ({
  field,
  label,
  kind: KINDS[type],
  required,
  hint,
  options: options.map((option) => [option, option] as const),
});

/** Label, control, hint and error, linked for assistive technology. */
export function fieldView(props: StepProps, spec: FieldSpec): TemplateResult {
  const { state, t } = props;
  const { field, required, hint, kind } = spec;
  const error = state.errors.get(field);
  const label = html`${spec.label}
  ${required || spec.in_group || kind === "radios" ? nothing : html`<small>${t.optional}</small>`}`;
  const notes = html`${hint ? html`<p class="hint" id="${field}-hint" part="hint">${hint}</p>` : nothing}
  ${error ? html`<p class="error" id="${field}-error" part="error">${error}</p>` : nothing}`;
  if (kind === "ticks" || kind === "radios") return choiceGroup(props, spec, label, notes);
  return html`<div class="field ${kind === "tick" ? "tick" : ""}" part="field">
    <label for=${field} part="label">${label}</label>
    ${control(props, spec)} ${notes}
  </div>`;
}

const described = (props: StepProps, { field, hint }: FieldSpec) =>
  [props.state.errors.has(field) && `${field}-error`, hint && `${field}-hint`]
    .filter(Boolean)
    .join(" ") || nothing;

/** Checkboxes or radio buttons as a labelled group. */
function choiceGroup(
  props: StepProps,
  spec: FieldSpec,
  label: TemplateResult,
  notes: TemplateResult,
): TemplateResult {
  const { store, state } = props;
  const { field, kind, options = [] } = spec;
  // A radio group without an answer defaults to its first option.
  const value = state.details[field] ?? (kind === "radios" && options[0]?.[0]);
  const chosen = Array.isArray(value) ? (value as string[]) : [value];
  const choose = (option: string, checked: boolean) => {
    if (kind === "radios") return store.act("change", field, option);
    const others = chosen.filter(
      (other): other is string => typeof other === "string" && other !== "" && other !== option,
    );
    // In the order offered, not the order checked.
    const all = checked ? [...others, option] : others;
    store.act(
      "change",
      field,
      options.map(([one]) => one).filter((one) => all.includes(one)),
    );
  };
  return html`<fieldset class="field" part="field" aria-describedby=${described(props, spec)}>
    <legend part="label">${label}</legend>
    ${options.map(
      ([option, words], index) =>
        html`<div class="tick">
          <label for="${field}-${index}">${words}</label>
          <input
            part="input"
            id="${field}-${index}"
            data-field=${index ? nothing : field}
            type=${kind === "radios" ? "radio" : "checkbox"}
            name=${field}
            .checked=${chosen.includes(option)}
            @change=${(event: Event) => choose(option, (event.target as HTMLInputElement).checked)}
          />
        </div>`,
    )}
    ${notes}
  </fieldset>`;
}

function control(props: StepProps, spec: FieldSpec): TemplateResult {
  const { store, state, t } = props;
  const { field, kind, required = false, autocomplete = "off" } = spec;
  const value = state.details[field] ?? "";
  const error = state.errors.has(field);
  const change = ({ target }: Event) => {
    const { checked, value } = target as HTMLInputElement;
    store.act("change", field, kind === "tick" ? checked : value);
  };
  if (kind === "textarea") {
    return html`<textarea
      part="input"
      id=${field}
      rows="3"
      ?required=${required}
      aria-describedby=${described(props, spec)}
      aria-invalid=${error}
      .value=${value}
      @input=${change}
    ></textarea>`;
  }
  if (kind === "select") {
    return html`<select
      part="input"
      id=${field}
      ?required=${required}
      aria-describedby=${described(props, spec)}
      aria-invalid=${error}
      @change=${change}
    >
      ${[["", spec.empty ?? t.choose_answer] as const, ...(spec.options ?? [])].map(
        ([option, words]) =>
          html`<option value=${option} .selected=${option === value}>${words}</option>`,
      )}
    </select>`;
  }
  const code = field === "code";
  return html`<input
    part="input"
    id=${field}
    type=${kind === "tick" ? "checkbox" : kind}
    inputmode=${code ? "numeric" : kind === "number" ? "decimal" : nothing}
    maxlength=${code ? 12 : nothing}
    autocomplete=${autocomplete}
    ?required=${required}
    aria-describedby=${described(props, spec)}
    aria-invalid=${error}
    .value=${kind === "tick" ? "on" : value}
    .checked=${value === true}
    @input=${change}
  />`;
}
