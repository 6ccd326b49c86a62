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

type Entries = readonly NavigationEntry[];

/** Navigation links by group; empty groups are omitted. */
export function NavigationGroups({ entries }: { entries: Entries }) {
  const id = useId();
  const groups = (Object.keys(GROUPS) as NavigationGroup[])
    .map((group) => ({ group, pages: entries.filter((entry) => entry.group === group) }))
    .filter(({ pages }) => pages.length > 0);
  return groups.map(({ group, pages }) => (
    <div key={group} role="group" aria-labelledby={`${id}${group}`}>
      <p id={`${id}${group}`} className="m-0 pt-3 px-2 pb-1 text-muted text-xs font-medium">
        {t(GROUPS[group])}
      </p>
      <NavigationLinks entries={pages} />
    </div>
  ));
}

/** Also of the button that opens the other pages on a phone. */
export const NAVIGATION_LINK = "navigation-link";

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
        className={NAVIGATION_LINK}
        aria-current={isCurrent ? "page" : undefined}
        {...intent}
      >
        <Icon name={icon} size={size} />
        <span className="min-w-0 truncate">{t(label)}</span>
      </Link>
      {isMeant && <PrefetchPageLinks page={to} />}
    </>
  );
}
