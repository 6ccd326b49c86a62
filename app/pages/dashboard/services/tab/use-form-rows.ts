import { useField } from "@conform-to/react";
import { type MouseEvent, useEffect, useRef, useState } from "react";

/**
 * Rows of a form by the index in their field names. Without JavaScript the buttons post to the
 * server; with it they apply immediately, and a removed row leaves a gap.
 */
export function useFormRows<Element extends HTMLElement>(name: string) {
  const [{ initialValue }] = useField<object[]>(name);
  const filled = (initialValue ?? []) as (object | undefined)[]; // an empty row is undefined
  const [rows, setRows] = useState(() =>
    [...filled.keys()].filter((at) => filled[at] !== undefined),
  );
  // A new row never takes the index of a removed one, whose values the form still has.
  const highest = useRef(filled.length - 1);
  const list = useRef<Element>(null);
  const shown = useRef(rows);
  useEffect(() => {
    if (shown.current === rows) return;
    const isMore = rows.length > shown.current.length;
    shown.current = rows;
    // Updates draft and preview.
    list.current?.closest("form")?.dispatchEvent(new Event("input", { bubbles: true }));
    const fields = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].at(-1);
    const next = isMore
      ? fields?.querySelector<HTMLElement>("input:not([type=hidden]), select")
      : list.current?.querySelector("[data-add]");
    (next as HTMLElement | null | undefined)?.focus(); // both are HTML elements
  }, [rows]);
  const button = (change: string, next: () => number[]) => ({
    type: "submit" as const,
    name: "rows",
    value: change,
    formNoValidate: true,
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      setRows(next());
    },
  });
  return {
    rows,
    list,
    add: button(`add ${name}`, () => [...rows, (highest.current += 1)]),
    remove: (index: number) =>
      button(`remove ${name} ${index}`, () => rows.filter((row) => row !== index)),
  };
}
