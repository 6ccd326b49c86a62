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
      <nav aria-label="Pages">
        {first !== null && <LinkButton to={first}>Back to the first page</LinkButton>}
        {next !== null && <LinkButton to={next}>Next</LinkButton>}
      </nav>
    </footer>
  );
}
