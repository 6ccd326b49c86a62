import { useLocation } from "@remix-run/react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";

interface MenuProps {
  className: string;
  summaryClassName: string;
  summary: ReactNode;
  children: ReactNode;
  /**
   * Rendered before JavaScript instead of the children, which are rendered on open: for menus in
   * list rows.
   */
  before?: ReactNode;
}

/**
 * A <details> menu, so it opens before JavaScript; with JavaScript, Escape, outside clicks and
 * navigation close it.
 */
export function Menu({ className, summaryClassName, summary, children, before }: MenuProps) {
  const [isDrawn, setDrawn] = useState(before === undefined);
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  useEffect(() => close(details.current), [key]);
  useEffect(() => {
    const onPointer = (event: PointerEvent) => {
      // the target of a pointer event is a node
      if (!details.current?.contains(event.target as Node)) close(details.current);
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
