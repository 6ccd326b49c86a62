import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";
import { LinkButton } from "../kit/button";
import { CopyButton } from "./copy-button";
import styles from "./shown-once.module.css";

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
