import type { ReactNode } from "react";
import { Icon } from "../icon";

/** A short message: an error (announced immediately) or information. */
export function Notice({ tone, children }: { tone: "bad" | "info"; children: ReactNode }) {
  return (
    <div
      className="flex gap-2 py-2.5 px-3 rounded-[8px] text-sm [&>svg]:flex-none [&>svg]:mt-px [&_p]:m-0 data-[tone=bad]:bg-bad-soft data-[tone=bad]:text-bad data-[tone=info]:bg-info-soft data-[tone=info]:text-info"
      data-tone={tone}
      role={tone === "bad" ? "alert" : "status"}
    >
      <Icon name={tone === "bad" ? "warning" : "info"} size={16} />
      <div>{children}</div>
    </div>
  );
}
