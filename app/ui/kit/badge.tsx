import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon";

const TONES = {
  good: "ps-2 pe-2.5 bg-good-soft text-good font-semibold",
  wait: "ps-2 pe-2.5 bg-wait-soft text-wait font-semibold",
  bad: "ps-2 pe-2.5 bg-bad-soft text-bad font-semibold",
  info: "ps-2 pe-2.5 bg-info-soft text-info font-semibold",
  quiet: "ps-2 pe-2.5 bg-quiet-soft text-quiet font-semibold",
  plain: "text-muted font-medium",
  pending:
    "ps-2 pe-2.5 bg-wait-soft text-wait font-semibold outline-1 -outline-offset-1 outline-dashed outline-wait",
};
export type Tone = keyof typeof TONES;

/** A state with label, icon and colour; never colour alone (WCAG 1.4.1). */
export function Badge({
  tone,
  icon,
  size,
  children,
}: {
  tone: Tone;
  icon: IconName;
  /** For dense lists. */
  size?: "small" | undefined;
  children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-[1rem] ${size === "small" ? "py-px text-[0.75rem] leading-4" : "py-0.5 text-[0.8125rem] leading-5"} ${TONES[tone]}`}
    >
      <Icon name={icon} size={16} />
      {children}
    </span>
  );
}
