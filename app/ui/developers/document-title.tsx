import type { ReactNode } from "react";

/** The heading of a page of the developer guide or reference. */
export function DocumentTitle({ children }: { children: ReactNode }) {
  return (
    <h1 className="mt-7 mx-0 mb-2 text-[1.875rem] font-semibold tracking-[-0.01em] leading-[2.375rem] text-balance">
      {children}
    </h1>
  );
}
