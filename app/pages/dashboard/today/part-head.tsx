import type { ReactNode } from "react";

/** Heading of a part of the day, with a remark next to it. */
export const PartHead = ({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) => (
  <div className="flex flex-wrap gap-x-2 items-center min-h-10">
    <h2 id={id} className="m-0 truncate text-md font-semibold">
      {title}
    </h2>
    <span className="text-muted text-sm">{children}</span>
  </div>
);
