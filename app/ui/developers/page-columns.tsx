import type { ReactNode } from "react";
import { type LinkGroup, PageNavigation } from "./page-navigation";

/** A collection's page list next to the open page. */
export function PageColumns({
  contents,
  children,
}: {
  contents: LinkGroup[];
  children: ReactNode;
}) {
  return (
    <div className="block min-[56em]:grid min-[56em]:grid-cols-[14rem_minmax(0,1fr)] min-[56em]:gap-12 [&_main]:min-w-0">
      <div>
        <PageNavigation contents={contents} />
      </div>
      {children}
    </div>
  );
}
