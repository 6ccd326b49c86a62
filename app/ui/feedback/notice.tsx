import type { ReactNode } from "react";
import { Icon } from "../icon";

const TONES = { bad: "bg-bad-soft text-bad", info: "bg-info-soft text-info" };

interface NoticeProps {
  tone: keyof typeof TONES;
  /** Buttons below the text. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A short message: an error (announced immediately) or information. */
export function Notice({ tone, actions, children }: NoticeProps) {
  return (
    <div
      className={`flex gap-2 py-2.5 px-3 rounded-[8px] text-sm [&_p]:m-0 ${TONES[tone]}`}
      data-tone={tone}
      role={tone === "bad" ? "alert" : "status"}
    >
      <span className="flex-none h-4 mt-px">
        <Icon name={tone === "bad" ? "warning" : "info"} size={16} />
      </span>
      <div>
        {children}
        {actions && (
          <div className="flex flex-wrap gap-2 items-center mt-2 empty:hidden">{actions}</div>
        )}
      </div>
    </div>
  );
}

/** Notices above the content of a page; takes no space while it is empty. */
export function Notices({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-4 mb-4 empty:hidden">{children}</div>;
}
