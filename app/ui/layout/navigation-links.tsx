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

/** In the sidebar; on phones in the bar at the bottom, and in the sheet that it opens. */
export const NAVIGATION_LINK = {
  side: "navigation-link",
  bar: "flex flex-1 flex-col gap-0.5 items-center justify-center min-w-0 min-h-12 px-0.5 rounded-md text-muted text-2xs font-medium no-underline cursor-pointer hover:text-text aria-[current=page]:text-accent-text",
  sheet: "navigation-link min-h-11 text-md font-medium",
};
const ICON_SIZE = { side: 16, bar: 20, sheet: 16 };

interface NavigationProps {
  entries: readonly NavigationEntry[];
  place?: keyof typeof NAVIGATION_LINK;
}

/** Navigation links by group; empty groups are omitted. */
export function NavigationGroups({ entries, place = "side" }: NavigationProps) {
  const id = useId();
  const groups = (Object.keys(GROUPS) as NavigationGroup[])
    .map((group) => ({ group, pages: entries.filter((entry) => entry.group === group) }))
    .filter(({ pages }) => pages.length > 0);
  return groups.map(({ group, pages }) => (
    <div
      key={group}
      role="group"
      aria-labelledby={`${id}${group}`}
      className={place === "sheet" ? "grid grid-cols-[1fr_1fr]" : undefined}
    >
      <p
        id={`${id}${group}`}
        className="col-span-full m-0 pt-3 px-2 pb-1 text-muted text-xs font-medium"
      >
        {t(GROUPS[group])}
      </p>
      <NavigationLinks entries={pages} place={place} />
    </div>
  ));
}

export function NavigationLinks({ entries, place = "side" }: NavigationProps) {
  return entries.map((entry) => <NavigationLink key={entry.to} entry={entry} place={place} />);
}

function NavigationLink({
  entry: { to, label, icon },
  place,
}: {
  entry: NavigationEntry;
  place: keyof typeof NAVIGATION_LINK;
}) {
  const { pathname } = useLocation();
  const [isIntended, setIsIntended] = useState(false);
  const isCurrent = nounOf(pathname) === nounOf(to) && pathname !== NEW_BOOKING;
  const intent = useIntent(
    () => setIsIntended(true),
    () => setIsIntended(false),
  );
  return (
    <>
      <Link
        to={to}
        className={NAVIGATION_LINK[place]}
        aria-current={isCurrent ? "page" : undefined}
        {...intent}
      >
        <Icon name={icon} size={ICON_SIZE[place]} />
        <span className="min-w-0 truncate">{t(label)}</span>
      </Link>
      {isIntended && <PrefetchPageLinks page={to} />}
    </>
  );
}
