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
    <div
      key={group}
      role="group"
      aria-labelledby={`${id}${group}`}
      className="[&>p]:m-0 [&>p]:pt-3 [&>p]:px-2 [&>p]:pb-1 [&>p]:text-muted [&>p]:text-xs [&>p]:font-medium"
    >
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
        className="flex gap-2 items-center min-h-7 px-2 rounded-md text-muted text-sm font-medium no-underline cursor-pointer list-none [&::-webkit-details-marker]:hidden hover:bg-fill hover:text-text aria-[current=page]:bg-fill aria-[current=page]:text-text pointer-coarse:min-h-10 [&_svg]:flex-none"
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
