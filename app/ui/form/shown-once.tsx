import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";
import { LinkButton } from "../kit/button";
import { CopyButton } from "./copy-button";
import styles from "./shown-once.module.css";

interface ShownOnceProps {
  title: string;
  /** What completes "Copy …". */
  what: string;
  secret: string;
  /** Where the person goes on to once it is kept. */
  to: string;
  children: ReactNode;
}

/** A text that the service shows in this answer alone. */
export function ShownOnce({ title, what, secret, to, children }: ShownOnceProps) {
  return (
    <section className={styles.once} aria-labelledby="shown-once">
      <h2 id="shown-once">
        <Icon name="key" />
        {title}
      </h2>
      {children}
      <div className={styles.secret}>
        <code>{secret}</code>
        <CopyButton text={secret} what={what} />
      </div>
      <LinkButton variant="primary" to={to}>
        {t("I’ve saved it")}
      </LinkButton>
    </section>
  );
}
