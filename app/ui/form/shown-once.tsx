import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";
import { LinkButton } from "../kit/button";
import { CopyButton } from "./copy-button";

interface ShownOnceProps {
  title: string;
  /** Completes "Copy …". */
  what: string;
  secret: string;
  /** Where to continue after storing it. */
  to: string;
  children: ReactNode;
}

/** A secret that is displayed only in this response. */
export function ShownOnce({ title, what, secret, to, children }: ShownOnceProps) {
  return (
    <section
      className="flex flex-col gap-3 items-start max-w-176 mb-5 p-4 border border-accent rounded-lg bg-surface [&_h2]:flex [&_h2]:gap-2 [&_h2]:items-center [&_h2]:m-0 [&_h2]:text-lg [&_h2]:font-semibold [&_p]:m-0"
      aria-labelledby="shown-once"
    >
      <h2 id="shown-once">
        <Icon name="key" />
        {title}
      </h2>
      {children}
      <div className="flex flex-wrap gap-2 items-center w-full [&_code]:flex-[1_1_14rem] [&_code]:py-1.25 [&_code]:px-2.5 [&_code]:border [&_code]:border-line-2 [&_code]:rounded-md [&_code]:bg-bg [&_code]:font-mono [&_code]:wrap-anywhere [&_code]:select-all">
        <code>{secret}</code>
        <CopyButton text={secret} what={what} />
      </div>
      <LinkButton variant="primary" to={to}>
        {t("I’ve saved it")}
      </LinkButton>
    </section>
  );
}
