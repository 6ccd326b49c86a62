import type { ReactNode } from "react";

interface ActionBarProps {
  label: string;
  tone?: "bad" | undefined;
  words: ReactNode;
  children: ReactNode;
}

/** Describes a selection or a move, with its actions. Stays in view, above a phone's navigation. */
export const ActionBar = ({ label, tone, words, children }: ActionBarProps) => (
  <div
    className={`sticky bottom-3 z-30 flex flex-wrap gap-x-3 gap-y-2 items-center mt-3 px-4 py-3 border rounded-lg shadow-raised max-md:bottom-20 ${tone === "bad" ? "border-bad bg-bad-soft" : "border-line bg-raised"}`}
    role={tone === "bad" ? "alert" : "group"}
    aria-label={label}
  >
    <p className="flex flex-[1_1_16rem] flex-wrap gap-x-1.5 gap-y-1 items-center m-0">{words}</p>
    {children}
  </div>
);

/** The shortcut of a button; touch screens lack keys. */
export const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="text-xs font-medium opacity-85 pointer-coarse:hidden">{children}</kbd>
);
