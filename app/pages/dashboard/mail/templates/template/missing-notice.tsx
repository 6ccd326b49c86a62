import type { ReactNode } from "react";
import type { NeededVariable } from "~/domain/email/mails";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { MISSING } from "../../mail-words";
import styles from "./template-page.module.css";

/** Warns what guests can't do if a text omits a required variable. */
export function MissingNotice({
  variable,
  children,
}: {
  variable: NeededVariable;
  children?: ReactNode;
}) {
  return (
    <Notice tone="info">
      <div className={styles.missing}>
        <span>{t(MISSING[variable])}</span>
        {children}
      </div>
    </Notice>
  );
}
