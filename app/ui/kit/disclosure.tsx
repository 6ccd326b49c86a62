import type { ReactNode } from "react";

const TONES = { danger: "text-bad", plain: "text-text" };

interface DisclosureProps {
  title: ReactNode;
  /** "danger" if what it contains is irreversible. */
  tone: keyof typeof TONES;
  open?: boolean;
  children: ReactNode;
}

/** A button when closed, a panel when open. Works before JavaScript. */
export function Disclosure({ title, tone, open = false, children }: DisclosureProps) {
  return (
    <details
      className="group/disclosure max-w-176 open:w-full open:border open:border-line-2 open:rounded-lg"
      open={open}
    >
      <summary
        className={`inline-flex items-center min-h-control py-1 px-3 border border-line-2 rounded-md bg-raised shadow-sm text-sm font-medium list-none cursor-pointer hover:bg-hover [&::-webkit-details-marker]:hidden group-open/disclosure:flex group-open/disclosure:pt-3 group-open/disclosure:px-4 group-open/disclosure:border-0 group-open/disclosure:bg-transparent group-open/disclosure:shadow-none group-open/disclosure:text-md group-open/disclosure:font-semibold ${TONES[tone]}`}
      >
        {title}
      </summary>
      {children}
    </details>
  );
}

/** Forms that few need, in a box with their title. */
export function FoldedForms({ title, open, children }: Omit<DisclosureProps, "tone">) {
  return (
    <details className="px-5 border border-line rounded-lg" open={open}>
      <summary className="min-h-11 text-accent-text font-medium leading-11 cursor-pointer">
        {title}
      </summary>
      {children}
    </details>
  );
}

/** A form in <FoldedForms>. */
export const FOLDED_FORM = "flex flex-col gap-4 items-start pt-2 pb-5";

/** The form in a <Disclosure>. */
export const DISCLOSED_FORM =
  "flex flex-col gap-3 items-start px-4 pb-4 [&_p]:m-0 [&>:has(>label)]:w-[min(28rem,100%)]";
