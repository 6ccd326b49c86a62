import type { CSSProperties } from "react";

/**
 * A person or room in the calendar's bar and headers: initials in a coloured ring. Decorative next
 * to the name.
 */
export function Avatar({ name, color }: { name: string; color: string | null }) {
  return (
    <span
      className="inline-grid flex-none place-items-center size-5.5 border-[1.5px] border-(color:--own) rounded-full bg-[color-mix(in_srgb,var(--own)_16%,var(--surface))] text-text text-[0.625rem] font-semibold leading-none"
      style={{ "--own": color ?? "var(--muted)" } as CSSProperties}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}

/** "AB" for Anouk Bosch, "C1" for Court 1, "M" for Mila. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => [...word][0]!.toLocaleUpperCase()).join("");
}
