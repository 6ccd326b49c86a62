import { t } from "~/i18n/text";
import { LinkButton } from "../kit/button";
import styles from "./pager.module.css";

interface PagerProps {
  /** What is said of the rows, read out when it changes. */
  count: string;
  /** The address of the first page, where this is another one. */
  first: string | null;
  next: string | null;
}

/** Below a list: how much of it is shown, and the ways to the rest. */
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
