import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import styles from "./people-pager.module.css";

/** The range of resources shown, starting at 1. */
export interface ShownPeople {
  first: number;
  last: number;
  total: number;
  previous: OtherPeople | null;
  next: OtherPeople | null;
}

interface OtherPeople {
  count: number;
  href: string;
}

/** Shows that a view contains part of the resources, with links to the others. */
export function PeoplePager({ first, last, total, previous, next }: ShownPeople) {
  return (
    <nav className={styles.pager} aria-label={t("Resources")}>
      <span role="status">{t("{{first}}–{{last}} of {{total}}", { first, last, total })}</span>
      {previous !== null && (
        <Link to={previous.href} rel="prev" className={styles.step!}>
          <Icon name="left" size={16} /> {t("Previous {{count}}", { count: previous.count })}
        </Link>
      )}
      {next !== null && (
        <Link to={next.href} rel="next" className={styles.step!}>
          {t("Next {{count}}", { count: next.count })} <Icon name="right" size={16} />
        </Link>
      )}
    </nav>
  );
}
