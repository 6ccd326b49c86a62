type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Inputs without user input, and passwords, which are never stored. */
const LEFT_OUT = new Set(["hidden", "submit", "button", "reset", "image", "file", "password"]);

/** Reads a form's user input, except the fields in `except`. */
export function readFields(form: HTMLFormElement, except: readonly string[]): [string, string][] {
  return fieldsOf(form, except)
    .filter((field) => !isTick(field) || field.checked)
    .map((field) => [field.name, field.value]);
}

/** Restores values from readFields. Changed fields dispatch events as if typed. */
export function writeFields(
  form: HTMLFormElement,
  fields: readonly [string, string][],
  except: readonly string[],
): void {
  for (const field of fieldsOf(form, except)) {
    if (isTick(field)) {
      const isChosen = fields.some(([name, value]) => name === field.name && value === field.value);
      if (isChosen !== field.checked) field.click();
      continue;
    }
    const value = fields.find(([name]) => name === field.name)?.[1];
    if (value === undefined || value === field.value) continue;
    field.value = value;
    field.dispatchEvent(
      new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }),
    );
  }
}

function fieldsOf(form: HTMLFormElement, except: readonly string[]): Field[] {
  return [...form.elements].filter(
    (field): field is Field =>
      (field instanceof HTMLInputElement ||
        field instanceof HTMLTextAreaElement ||
        field instanceof HTMLSelectElement) &&
      field.name !== "" &&
      !LEFT_OUT.has(field.type) &&
      !except.includes(field.name),
  );
}

const isTick = (field: Field): field is HTMLInputElement =>
  field.type === "checkbox" || field.type === "radio";
