import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useId } from "react";

// How forms are laid out. Constants are classes for <Form>, <PageForm> and fetchers' forms.

/** Fields below each other; buttons and links keep their width. */
export const FORM = "flex flex-col gap-4 max-w-176 [&>:is(button,a)]:self-start";

/** A form of several <FormSection>. */
export const NARROW_FORM = "flex flex-col gap-5 max-w-192";

/** A form of WITH_ASIDE and a <SaveBar>. */
export const WITH_BAR = "flex flex-col gap-5";

/** Fields with an <Aside> next to them. */
export const WITH_ASIDE =
  "grid grid-cols-[minmax(0,1fr)_minmax(0,24rem)] gap-8 items-start mt-5 max-xl:grid-cols-[minmax(0,1fr)]";

/** Stays in view next to a long form. */
export function Aside({ children }: { children: ReactNode }) {
  return <div className="sticky top-4 flex flex-col gap-5 min-w-0 max-xl:static">{children}</div>;
}

/** Controls in one line, for filters: the button keeps its width. */
export const TOOLBAR =
  "flex flex-wrap gap-2 items-end mb-4 [&>:not(button)]:flex-[0_1_10rem] max-md:[&>:not(button)]:flex-[1_1_8.5rem]";

/** Like FORM, for a part of a form or for something that isn't one. */
export function FormPart({ children }: { children: ReactNode }) {
  return <div className={FORM}>{children}</div>;
}

type FormSectionProps = ComponentPropsWithoutRef<"section"> & { title?: string };

/** Fields of one subject, separated from the subject before by a line. */
export const FormSection = forwardRef<HTMLElement, FormSectionProps>(function FormSection(
  { title, className = "", children, ...section },
  ref,
) {
  const id = useId();
  return (
    <section
      aria-labelledby={title && id}
      {...section}
      ref={ref}
      className={`flex flex-col gap-3 min-w-0 [&+&]:pt-5 [&+&]:border-t [&+&]:border-line [&>:is(button,a)]:self-start ${className}`}
    >
      {title !== undefined && (
        <h2 id={id} className="m-0 text-lg font-semibold">
          {title}
        </h2>
      )}
      {children}
    </section>
  );
});

/** Fields next to each other where there is space. `narrow`: for short values. */
export function FieldRow({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  const columns = narrow
    ? "grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))]"
    : "grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))]";
  return <div className={`grid gap-4 items-start w-full ${columns}`}>{children}</div>;
}

/** A line of fields and buttons with their bottoms aligned. */
export function FieldLine({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3 items-end">{children}</div>;
}

export function Buttons({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2 items-center">{children}</div>;
}

/** The last buttons of a long form: they stay in view below it, above the phone's navigation. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-1 py-3 border-t border-line bg-surface max-md:bottom-15">
      <Buttons>{children}</Buttons>
    </div>
  );
}

/** Secondary text at a field or form. */
export function Hint({ className = "", ...p }: ComponentPropsWithoutRef<"p">) {
  return <p {...p} className={`m-0 mb-1 text-muted text-sm ${className}`} />;
}

export function Problem({ className = "", ...p }: ComponentPropsWithoutRef<"p">) {
  return <p {...p} className={`m-0 mt-1 text-bad text-sm ${className}`} />;
}

type TickProps = ComponentPropsWithoutRef<"input"> & { explains?: ReactNode };

/** A checkbox or radio button with its label; the label is as large as a finger needs. */
export function Tick({ explains, children, ...input }: TickProps) {
  return (
    <label className="flex gap-2 items-start py-1.5 rounded-sm cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text max-md:min-h-10 max-md:py-2.5">
      <input {...input} className="flex-none size-4 my-0.5 mx-0 focus-visible:outline-none" />
      <span className="min-w-0 wrap-anywhere">
        {children}
        {explains !== undefined && <small className="block text-muted text-sm">{explains}</small>}
      </span>
    </label>
  );
}

interface FieldsetProps extends ComponentPropsWithoutRef<"fieldset"> {
  legend: ReactNode;
}

/** Related fields under a heading that looks like a label. */
export const Fieldset = forwardRef<HTMLFieldSetElement, FieldsetProps>(function Fieldset(
  { legend, className = "", children, ...fieldset },
  ref,
) {
  return (
    <fieldset {...fieldset} ref={ref} className={`min-w-0 m-0 p-0 border-0 ${className}`}>
      <legend className="p-0 pb-1 text-sm font-medium">{legend}</legend>
      {children}
    </fieldset>
  );
});
