import type { ReactNode } from "react";

interface ActionBarProps {
  label: string;
  tone?: "bad" | undefined;
  words: ReactNode;
  children: ReactNode;
}

/**
 * Describes a selection or a move, with its actions. It lies over the grid, whose minutes would
 * change their length during a drag if it took space; on a phone it stays above the navigation.
 */
export const ActionBar = ({ label, tone, words, children }: ActionBarProps) => (
  <div
    className={`z-30 flex flex-wrap gap-x-3 gap-y-2 items-center px-4 py-3 border rounded-lg shadow-raised max-md:sticky max-md:bottom-20 max-md:mt-3 md:absolute md:inset-x-3 md:bottom-3 ${tone === "bad" ? "border-bad bg-bad-soft" : "border-line bg-raised"}`}
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
