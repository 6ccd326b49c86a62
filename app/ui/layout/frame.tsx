import { Link, NavLink, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import {
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useState,
} from "react";
import { t } from "~/i18n/text";
import { NoConnection } from "../connection/no-connection";
import { DraftPerson } from "../drafts/draft";
import { LeaveGuard } from "../drafts/leave-guard";
import { type ToastText, Toasts } from "../feedback/toasts";
import { Icon } from "../icon";
import { openDrawer, withDrawer } from "./drawer-address";
import { Mark } from "./mark";
import { Menu } from "../kit/menu";
import { navigation, NEW_BOOKING, newBookingFrom, nounOf } from "./navigation";
import { NAVIGATION_LINK, NavigationGroups, NavigationLinks } from "./navigation-links";
import { type Shortcut, shortcutsFor } from "./shortcuts";
import { Skeleton } from "./skeleton";
import { useDrawerAhead } from "./use-drawer-ahead";
import { SkipLink } from "./skip-link";
import { Rich } from "../rich";
import { useIsAlive } from "../use-is-alive";
import { useKeys } from "./use-keys";
import { type FrameUser, UserMenu, UserPanel } from "./user-menu";
import styles from "./frame.module.css";

// Loaded on first use, so no page waits for them.
const loadPalette = () => import("./palette");
const Palette = lazy(loadPalette);
const HelpSheet = lazy(() => import("./help-sheet"));
const loadBooking = () => import("../booking/booking-drawer");
const BookingDrawer = lazy(loadBooking);
const BlockDrawer = lazy(() => import("../block/block-drawer"));
const SlotDrawer = lazy(() => import("../slot/slot-drawer"));
const loadNewBooking = () => import("../new-booking/new-booking-drawer");
const NewBookingDrawer = lazy(loadNewBooking);

const NO_SHORTCUTS: readonly Shortcut[] = [];

interface FrameProps {
  tenant: { name: string };
  user: FrameUser;
  /** Paths of the pages this person may open. */
  pages: string[];
  may_book: boolean;
  /** Whether single-letter shortcuts are enabled. */
  shortcuts: boolean;
  /** Whether payments are simulated on this server. */
  is_payment_test: boolean;
  flash: ToastText | null;
  children: ReactNode;
}

/**
 * Layout of all dashboard pages: company, navigation (a sidebar, or a bottom bar on phones) and
 * user menu.
 */
export function Frame(props: FrameProps) {
  const {
    tenant,
    user,
    pages,
    may_book,
    shortcuts: hasLetters,
    is_payment_test: isTest,
    flash,
    children,
  } = props;
  const [overlay, setOverlay] = useState<"palette" | "help" | null>(null);
  const shortcuts = useMemo(() => shortcutsFor(pages, may_book), [pages, may_book]);
  const location = useLocation();
  const { pathname } = location;
  const navigate = useNavigate();
  const next = useNavigation();
  // Tabs and subpages of a section switch without the loading outline.
  const isLeaving = next.state === "loading" && nounOf(next.location.pathname) !== nounOf(pathname);
  const asked = newBookingFrom(location);
  /** A new booking opens in a drawer; everything else navigates. */
  const go = (to: string) =>
    to === NEW_BOOKING && pathname !== NEW_BOOKING
      ? navigate(withDrawer(location, asked, "new"), { preventScrollReset: true })
      : navigate(to);
  useKeys(hasLetters ? shortcuts : NO_SHORTCUTS, setOverlay, go);
  // Preload after hydration, so typing right after "/" or "n" reaches its field and bookings open
  // immediately.
  useEffect(() => {
    void loadPalette();
    void loadBooking();
    if (may_book) void loadNewBooking();
  }, [may_book]);
  const isAlive = useIsAlive();
  const drawer = overlay === null ? openDrawer(location) : null;
  const entries = navigation.filter(({ to }) => pages.includes(to));
  const isPlain = (event: MouseEvent) => !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const search = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    setOverlay("palette");
  };
  const book = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    go(NEW_BOOKING);
  };
  const { intent, ahead } = useDrawerAhead(
    "new",
    asked === "" ? NEW_BOOKING : `${NEW_BOOKING}?${asked}`,
  );
  const newBooking = may_book && (
    <NavLink
      to={NEW_BOOKING}
      className={styles.new!}
      onClick={book}
      aria-keyshortcuts={hasLetters ? "n" : undefined}
      {...intent}
    >
      <Icon name="plus" size={18} />
      <span>
        <Rich
          text={t("New<rest> booking</rest>")}
          parts={{ rest: (inner) => <span className={styles.rest}>{inner}</span> }}
        />
      </span>
      {hasLetters && <Key>N</Key>}
    </NavLink>
  );
  return (
    <DraftPerson value={user.id}>
      <div className={styles.frame} data-test={isTest || undefined}>
        <SkipLink />
        <header className={styles.top}>
          <Mark name={tenant.name} />
          {isTest && (
            <span className={styles.test} title={t("Test mode: no real money moves.")}>
              <Rich
                text={t("Test mode<rest>: no real money moves.</rest>")}
                parts={{ rest: (inner) => <span className="hidden-text">{inner}</span> }}
              />
            </span>
          )}
          <Link to="/dashboard/search" className={styles.find!} onClick={search}>
            <Icon name="search" />
            <span className="hidden-text">{t("Search")}</span>
          </Link>
        </header>
        <nav aria-label={t("Dashboard")} className={styles.side}>
          <Link
            to="/dashboard/search"
            className={styles.search!}
            onClick={search}
            aria-keyshortcuts={hasLetters ? "/" : undefined}
          >
            <Icon name="search" size={16} />
            {t("Search or jump to")}
            {hasLetters && <Key>/</Key>}
          </Link>
          {newBooking}
          <div className={styles.groups}>
            <NavigationGroups entries={entries} />
          </div>
          <div className={styles.foot}>
            <UserMenu user={user} />
            <button
              type="button"
              className={`${styles.help} needs-script`}
              aria-label={t("Shortcuts")}
              title={t("Shortcuts")}
              onClick={() => setOverlay("help")}
            >
              {hasLetters ? <Key>?</Key> : <Icon name="keyboard" size={16} />}
            </button>
          </div>
        </nav>
        <main className={styles.main} id="content" tabIndex={-1} aria-busy={isLeaving || undefined}>
          <Toasts flash={flash} />
          <div className={styles.page}>{children}</div>
          {isLeaving && <Skeleton />}
        </main>
        <nav aria-label={t("Main pages")} className={styles.bar}>
          <NavigationLinks entries={entries.filter(({ in_bar }) => in_bar)} size={20} />
          {newBooking}
          <Menu
            className={styles.more!}
            summaryClassName={NAVIGATION_LINK}
            summary={
              <>
                <Icon name="more" size={20} />
                <span>{t("More")}</span>
              </>
            }
          >
            <div className={styles.sheet}>
              <NavigationGroups entries={entries.filter(({ in_bar }) => !in_bar)} />
              <UserPanel user={user} />
            </div>
          </Menu>
        </nav>
        {/* Not during hydration. */}
        {isAlive && (
          <Suspense fallback={null}>
            {overlay === "palette" && (
              <Palette pages={pages} mayBook={may_book} go={go} onClose={() => setOverlay(null)} />
            )}
            {overlay === "help" && (
              <HelpSheet
                shortcuts={hasLetters ? shortcuts : NO_SHORTCUTS}
                onClose={() => setOverlay(null)}
              />
            )}
            {drawer?.name === "booking" && <BookingDrawer of={drawer.value} />}
            {drawer?.name === "slot" && <SlotDrawer key={drawer.value} id={drawer.value} />}
            {drawer?.name === "block" && may_book && (
              <BlockDrawer key={drawer.value} search={drawer.value} />
            )}
            {drawer?.name === "new" && may_book && <NewBookingDrawer asked={drawer.value} />}
          </Suspense>
        )}
        {ahead}
        <NoConnection />
        <LeaveGuard accepted={flash?.id ?? null} />
      </div>
    </DraftPerson>
  );
}

/** A shortcut hint; screen readers use aria-keyshortcuts instead. */
function Key({ children }: { children: string }) {
  return (
    <kbd className={`${styles.key} needs-script`} aria-hidden="true">
      {children}
    </kbd>
  );
}
