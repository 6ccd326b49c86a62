import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
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
        {first !== null && (
          <Button component={Link} to={first} variant="default">
            {t("Back to the first page")}
          </Button>
        )}
        {next !== null && (
          <Button component={Link} to={next} variant="default">
            {t("Next")}
          </Button>
        )}
      </nav>
    </footer>
  );
}
