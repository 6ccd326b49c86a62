import { Form, useSubmit } from "@remix-run/react";
import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react";
import { t } from "~/i18n/text";
import type { FieldLimits } from "../form/field-limits";
import { Icon } from "../icon";

const TYPING_MS = 300;

interface ListSearchProps {
  /** Name of the search landmark. */
  label: string;
  /** Describes the searched fields, if the placeholder does not name all of them. */
  by?: string;
  typed: string;
  limits: FieldLimits | undefined;
  /** Hidden fields to keep the list's other filters. */
  children?: ReactNode;
}

/** Search field of a list, submitted after a short delay; a single letter is ignored. */
export function ListSearch({ label, by, typed, limits, children }: ListSearchProps) {
  const submit = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  // Follows external URL changes (tabs, Back), but not while focused.
  useEffect(() => {
    if (field.current !== null && field.current !== document.activeElement)
      field.current.value = typed;
  }, [typed]);
  const send = (form: HTMLFormElement | null) => {
    if (!form?.isConnected) return;
    const fields = new FormData(form);
    if (fields.get("search") === "") fields.delete("search");
    submit(fields, { method: "get", replace: true, preventScrollReset: true });
  };
  const onChange = ({ currentTarget: { form, value } }: ChangeEvent<HTMLInputElement>) => {
    clearTimeout(timer.current);
    if (value.trim().length !== 1) timer.current = setTimeout(() => send(form), TYPING_MS);
  };
  return (
    <Form
      method="get"
      role="search"
      aria-label={label}
      className="relative flex-[0_1_15rem] max-md:flex-[1_1_8rem] [&_svg]:absolute [&_svg]:top-1.5 [&_svg]:inset-s-2 [&_svg]:text-muted [&_svg]:pointer-events-none [&_input]:w-full [&_input]:h-7 [&_input]:ps-7 [&_input]:pe-2 [&_input]:border [&_input]:border-faint [&_input]:rounded-md [&_input]:bg-surface [&_input]:text-text [&_input]:text-sm [&_input]:placeholder:text-muted [&_input]:placeholder:opacity-100 [&_input:focus-visible]:-outline-offset-1 max-md:[&_svg]:top-3 max-md:[&_input]:h-10 max-md:[&_input]:text-[1rem]"
    >
      {children}
      <Icon name="search" size={16} />
      <input
        ref={field}
        type="search"
        name="search"
        aria-label={by ?? t("Name, phone or email")}
        placeholder={t("Name, phone or email")}
        defaultValue={typed}
        autoComplete="off"
        onChange={onChange}
        {...limits}
      />
    </Form>
  );
}
