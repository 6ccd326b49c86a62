import { Link, PrefetchPageLinks, useLocation } from "@remix-run/react";
import { useId, useState } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";
import {
  GROUPS,
  NEW_BOOKING,
  type NavigationEntry,
  type NavigationGroup,
  nounOf,
} from "./navigation";
import { useIntent } from "./use-intent";
import styles from "./navigation-links.module.css";

type Entries = readonly NavigationEntry[];

/** Navigation links by group; empty groups are omitted. */
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
  return entries.map((entry) => <NavigationLink key={entry.to} entry={entry} size={size} />);
}

function NavigationLink({
  entry: { to, label, icon },
  size,
}: {
  entry: NavigationEntry;
  size: number;
}) {
  const { pathname } = useLocation();
  const [isMeant, setIsMeant] = useState(false);
  const isCurrent = nounOf(pathname) === nounOf(to) && pathname !== NEW_BOOKING;
  const intent = useIntent(
    () => setIsMeant(true),
    () => setIsMeant(false),
  );
  return (
    <>
      <Link
        to={to}
        className={styles.link!}
        aria-current={isCurrent ? "page" : undefined}
        {...intent}
      >
        <Icon name={icon} size={size} />
        <span>{t(label)}</span>
      </Link>
      {isMeant && <PrefetchPageLinks page={to} />}
    </>
  );
}
