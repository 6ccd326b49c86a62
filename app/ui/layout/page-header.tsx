import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

interface PageHeaderProps {
  title: ReactNode;
  aside?: ReactNode;
  /** The parent page. */
  up?: { to: string; name: string };
  children?: ReactNode;
}

/** Page header: the h1, secondary text and actions. */
export function PageHeader({ title, aside, up, children }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap gap-x-3 gap-y-1 items-center min-h-head py-2 mb-2">
      {up && (
        <Link
          to={up.to}
          className="basis-full mt-1 -mb-1.5 text-muted text-sm leading-6 no-underline"
        >
          {up.name}
        </Link>
      )}
      <h1 className="m-0 text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
      {aside !== undefined && <p className="m-0 text-muted text-sm">{aside}</p>}
      {children !== undefined && <div className="flex flex-wrap gap-2 ms-auto">{children}</div>}
    </header>
  );
}
