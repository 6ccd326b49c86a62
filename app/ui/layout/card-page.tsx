import type { ReactNode } from "react";
import { BrandLink } from "./brand-link";
import { SkipLink } from "./skip-link";

/** A page outside the dashboard: the product's name above one centred card. */
export function CardPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-6 items-center min-h-[100dvh] pt-[max(32px,12dvh)] px-4 pb-8">
      <SkipLink />
      <header>
        <BrandLink />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="w-full max-w-104 p-6 border border-line rounded-lg bg-surface shadow-sm outline-none min-[30em]:p-8"
      >
        <h1 className="m-0 mb-2 text-xl font-semibold tracking-tight">{title}</h1>
        {children}
      </main>
    </div>
  );
}
