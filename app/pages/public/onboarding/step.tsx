import type { ReactNode } from "react";

/** Layout of a set-up page: the card and, on wide screens, the guest view next to it. */
export function Step({ children, beside }: { children: ReactNode; beside: ReactNode }) {
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_24.25rem] xl:items-start">
      <div className="[box-sizing:border-box] w-full max-w-152 min-w-0 mx-auto p-6 border border-line rounded-[0.875rem] bg-surface shadow-sm sm:p-8">
        {children}
      </div>
      {beside}
    </div>
  );
}
