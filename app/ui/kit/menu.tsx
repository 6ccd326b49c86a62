import { useLocation } from "@remix-run/react";
import {
  type ComponentPropsWithoutRef,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";

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
      <summary className={`no-marker cursor-pointer ${summaryClassName}`}>{summary}</summary>
      {isDrawn ? children : before}
    </details>
  );
}

/** The surface of what opens over a page. */
export const FLOATING = "absolute border border-line rounded-lg bg-raised shadow-raised";

/** Phones: above the bottom navigation, as wide as the screen. */
export const SHEET_ON_PHONES =
  "max-md:fixed max-md:inset-x-0 max-md:top-auto max-md:bottom-16 max-md:w-auto max-md:max-w-none max-md:rounded-b-none";

/** The panel that a menu opens, placed by `className`. */
export function MenuPanel({ className = "", ...props }: ComponentPropsWithoutRef<"div">) {
  return <div {...props} className={`${FLOATING} min-w-48 p-1 ${className}`} />;
}

/** A link or button in a menu. */
export const MENU_ITEM = "menu-item";

function close(details: HTMLDetailsElement | null): void {
  if (details) details.open = false;
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key !== "Escape" || !event.currentTarget.open) return;
  event.stopPropagation();
  close(event.currentTarget);
  event.currentTarget.querySelector("summary")?.focus();
}
