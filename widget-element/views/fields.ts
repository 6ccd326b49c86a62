import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Field } from "../details";
import type { StepProps } from "./props";

/** How a field of the form looks and what it is for. */
export interface FieldSpec {
  field: Field;
  label: string;
  type: "text" | "email" | "tel" | "number" | "checkbox" | "textarea" | "select";
  required?: boolean;
  autocomplete?: AutoFill;
  hint?: string;
  max?: number;
  options?: readonly string[];
}

/** Label, control, hint and error, tied together for assistive technology. */
export function fieldView(props: StepProps, spec: FieldSpec): TemplateResult {
  const { controller, t } = props;
  const { field, label, required, hint, type } = spec;
  const error = controller.errors.get(field);
  return html`<div class="field ${type === "checkbox" ? "tick" : ""}" part="field">
    <label for=${field} part="label">${label} ${required ? nothing : html`<small>${t.optional}</small>`}</label>
    ${control(props, spec)} ${hint ? html`<p class="hint" id="${field}-hint" part="hint">${hint}</p>` : nothing}
    ${error ? html`<p class="error" id="${field}-error" part="error">${error}</p>` : nothing}
  </div>`;
}

function control({ controller, t }: StepProps, spec: FieldSpec): TemplateResult {
  const { field, type, required = false, autocomplete = "off", max = nothing } = spec;
  const value = controller.details[field] ?? "";
  const error = controller.errors.has(field);
  const described = [error && `${field}-error`, spec.hint && `${field}-hint`].filter(Boolean).join(" ") || nothing;
  const change = ({ target }: Event) => {
    const { checked, value } = target as HTMLInputElement;
    controller.change(field, type === "checkbox" ? checked : value);
  };
  if (type === "textarea") {
    return html`<textarea
      part="input"
      id=${field}
      rows="3"
      ?required=${required}
      aria-describedby=${described}
      aria-invalid=${error}
      .value=${value}
      @input=${change}
    ></textarea>`;
  }
  if (type === "select") {
    return html`<select
      part="input"
      id=${field}
      ?required=${required}
      aria-describedby=${described}
      aria-invalid=${error}
      @input=${change}
    >
      ${["", ...(spec.options ?? [])].map(
        (option) => html`<option value=${option} .selected=${option === value}>${option || t.choose_answer}</option>`,
      )}
    </select>`;
  }
  return html`<input
    part="input"
    id=${field}
    type=${type}
    autocomplete=${autocomplete}
    min="1"
    max=${max}
    ?required=${required}
    aria-describedby=${described}
    aria-invalid=${error}
    .value=${type === "checkbox" ? "on" : value}
    .checked=${value === true}
    @input=${change}
  />`;
}
