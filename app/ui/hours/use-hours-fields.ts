import { type FieldMetadata, useFormMetadata } from "@conform-to/react";
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { t } from "~/i18n/text";
import { valueAt } from "../form/value-at";
import { changeHoursFields, type HoursFields, readHoursFields } from "./hours-fields";

export interface HoursEditor {
  /** Contains all fields. */
  list: RefObject<HTMLDivElement>;
  fields: HoursFields;
  /** Changes when fields are written by a button, so that inputs show the new values. */
  revision: number;
  /** Reads what was typed, for texts that depend on it. */
  onInput: () => void;
  /** A button that changes rows: submits without JavaScript, applies immediately with it. */
  button: (change: string) => object;
  problemAt: (name: string) => string | undefined;
}

/** Where the focus goes after a change: the new fields, or the button that adds one. */
function focusAfter(list: HTMLElement, change: string): void {
  const [what = "", rows = "", row = ""] = change.split(" ");
  const last = (selector: string) => [...list.querySelectorAll<HTMLElement>(selector)].at(-1);
  const of = `[data-of="${rows} ${row}"]`;
  const wanted = {
    add: last("[data-row]")?.querySelector<HTMLElement>("input"),
    break: last(`${of} input[type=time]`),
    join: last(`${of} [data-add]`),
    remove: last("[data-add=dates]"),
    copy: last(`${of} [data-copy]`),
    text: last("[data-mode]"),
    fields: last("[data-mode]"),
  }[what];
  wanted?.focus();
}

/** Opening hours of a PageForm, whose rows can be added and removed. */
export function useHoursFields(): HoursEditor {
  const { initialValue, allErrors } = useFormMetadata();
  const [fields, setFields] = useState(() =>
    readHoursFields((name) => valueAt(initialValue, name)),
  );
  const [pressed, setPressed] = useState({ change: "", revision: 0, errors: {} as Errors });
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pressed.revision === 0 || list.current === null) return;
    focusAfter(list.current, pressed.change);
    // Updates draft and preview.
    list.current.dispatchEvent(new Event("input", { bubbles: true }));
  }, [pressed]);

  const read = (): HoursFields => {
    const form = list.current?.closest("form");
    if (!form) return fields;
    const typed = new FormData(form);
    const now = readHoursFields((name) => String(typed.get(name) ?? ""));
    // Only one kind of field is in the form.
    return now.hours_as === "text"
      ? { ...now, week: fields.week, dates: fields.dates }
      : { ...now, lines: fields.lines, overrides: fields.overrides };
  };
  const press = (change: string) => (event: MouseEvent) => {
    const changed = changeHoursFields(read(), change);
    if (changed === null) return; // the server says why
    event.preventDefault();
    setFields(changed);
    setPressed({ change, revision: pressed.revision + 1, errors: allErrors });
  };
  return {
    list,
    fields,
    revision: pressed.revision,
    onInput: () => setFields(read()),
    button: (change) => ({
      type: "submit",
      name: "rows",
      value: change,
      formNoValidate: true,
      "data-tries": true,
      onClick: press(change),
    }),
    // Errors of a submission are for its rows, which may have moved since.
    problemAt: (name) =>
      pressed.errors === allErrors ? undefined : allErrors[name]?.map((text) => t(text)).join(" "),
  };
}

type Errors = FieldMetadata<unknown>["allErrors"];
