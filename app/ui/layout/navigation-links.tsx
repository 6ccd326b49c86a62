import { NavLink, useLocation } from "@remix-run/react";
import { useId } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";
import { GROUPS, NEW_BOOKING, type NavigationEntry, type NavigationGroup } from "./navigation";
import styles from "./navigation-links.module.css";

type Entries = readonly NavigationEntry[];

/** Pages below the name of their group; a group of which nothing may be opened has none. */
export function NavigationGroups({ entries }: { entries: Entries }) {
  const id = useId();
  const groups = (Object.keys(GROUPS) as NavigationGroup[])
    .map((group) => ({ group, pages: entries.filter((entry) => entry.group === group) }))
    .filter(({ pages }) => pages.length > 0);
  return groups.map(({ group, pages }) => (
    <div key={group} role="group" aria-labelledby={`${id}${group}`} className={styles.group}>
      <p id={`${id}${group}`}>{t(GROUPS[group])}</p>
      <NavigationLinks entries={pages} />
    </div>
  ));
}

export function NavigationLinks({ entries, size = 16 }: { entries: Entries; size?: number }) {
  const { pathname } = useLocation();
  return entries.map(({ to, label, icon }) => (
    <NavLink
      key={to}
      to={to}
      end={to === "/dashboard" || pathname === NEW_BOOKING}
      className={styles.link!}
      prefetch="intent"
    >
      <Icon name={icon} size={size} />
      <span>{t(label)}</span>
    </NavLink>
  ));
}
