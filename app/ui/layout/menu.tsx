import { useLocation } from "@remix-run/react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";

interface MenuProps {
  className: string;
  summaryClassName: string;
  summary: ReactNode;
  children: ReactNode;
  /** Shown before JavaScript instead of the rest, which is drawn when the menu opens: for a menu in each row of a list. */
  before?: ReactNode;
}

/** What opens under a button: a <details>, so it opens before JavaScript; then Escape, a click elsewhere and another page close it. */
export function Menu({ className, summaryClassName, summary, children, before }: MenuProps) {
  const [isDrawn, setDrawn] = useState(before === undefined);
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  useEffect(() => close(details.current), [key]);
  useEffect(() => {
    const onPointer = (event: PointerEvent) => {
      if (!details.current?.contains(event.target as Node)) close(details.current); // the target of a pointer event is a node
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, []);
  return (
    <details
      ref={details}
      className={className}
      onKeyDown={closeOnEscape}
      onToggle={({ currentTarget }) => setDrawn(isDrawn || currentTarget.open)}
    >
      <summary className={summaryClassName}>{summary}</summary>
      {isDrawn ? children : before}
    </details>
  );
}

function close(details: HTMLDetailsElement | null): void {
  if (details) details.open = false;
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key !== "Escape" || !event.currentTarget.open) return;
  event.stopPropagation();
  close(event.currentTarget);
  event.currentTarget.querySelector("summary")?.focus();
}
