import type { ReactNode } from "react";

/** The screens that show it above the text, and next to it. */
const FROM = {
  medium: { above: "min-[56em]:hidden", beside: "min-[56em]:block" },
  wide: { above: "2xl:hidden", beside: "2xl:block" },
};

/** Side navigation; collapsed above the text on screens narrower than `from`. */
export function FoldedNav({
  label,
  from,
  children,
}: {
  label: string;
  from: "medium" | "wide";
  children: ReactNode;
}) {
  const shown = FROM[from];
  return (
    <>
      <details className={`mt-3 border border-line rounded-lg bg-surface ${shown.above}`}>
        <summary className="min-h-11 px-4 py-2.5 font-semibold cursor-pointer">{label}</summary>
        <nav aria-label={label} className="px-2 pb-3">
          {children}
        </nav>
      </details>
      <nav
        aria-label={label}
        className={`sticky top-0 hidden self-start max-h-screen py-7 overflow-y-auto ${shown.beside}`}
      >
        {children}
      </nav>
    </>
  );
}
