import { t } from "~/i18n/text";
import { LinkButton } from "../kit/button";
import styles from "./pager.module.css";

interface PagerProps {
  /** Row count, announced when it changes. */
  count: string;
  /** URL of the first page; null if this is it. */
  first: string | null;
  next: string | null;
}

/** Range shown and pagination links. */
export function Pager({ count, first, next }: PagerProps) {
  return (
    <footer className={styles.pager}>
      <p role="status">{count}</p>
      <nav aria-label={t("Pages")}>
        {first !== null && <LinkButton to={first}>{t("Back to the first page")}</LinkButton>}
        {next !== null && <LinkButton to={next}>{t("Next")}</LinkButton>}
      </nav>
    </footer>
  );
}
