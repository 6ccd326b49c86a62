import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

const PULSE_MS = 1600;

/**
 * Highlights new rows and rows changed elsewhere, in a list whose rows have `data-row` ids. Skipped
 * when the list's page changes, or with reduced motion.
 */
export function usePulse<T extends HTMLElement>(
  versions: readonly (readonly [id: string, version: number])[],
): RefObject<T> {
  const list = useRef<T>(null);
  const { key } = useLocation();
  const seen = useRef<{ key: string; versions: Map<string, number> } | null>(null);
  useEffect(() => {
    const before = seen.current;
    seen.current = { key, versions: new Map(versions) };
    if (before?.key !== key || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const changed = versions.filter(([id, version]) => before.versions.get(id) !== version);
    for (const [id] of changed)
      list.current
        ?.querySelector(`[data-row="${id}"]`)
        ?.animate(
          { backgroundColor: ["var(--accent-soft)", "transparent"] },
          { duration: PULSE_MS, easing: "ease-out" },
        );
  });
  return list;
}
