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

const FRAME =
  "[--top:44px] grid grid-rows-[var(--top)_1fr] grid-cols-[var(--nav)_minmax(0,1fr)] min-h-dvh max-md:[--top:48px] max-md:block max-md:pb-15 max-md:bg-surface print:block";
const SIDE_BUTTON =
  "flex flex-none gap-2 items-center min-h-8 my-1 px-2 border rounded-md shadow-sm text-sm no-underline [transition:background_var(--fast)] pointer-coarse:min-h-10";

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
  const prefill = newBookingFrom(location);
  /** A new booking opens in a drawer; everything else navigates. */
  const go = (to: string) =>
    to === NEW_BOOKING && pathname !== NEW_BOOKING
      ? navigate(withDrawer(location, prefill, "new"), { preventScrollReset: true })
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
    prefill === "" ? NEW_BOOKING : `${NEW_BOOKING}?${prefill}`,
  );
  const newBooking = {
    onClick: book,
    "aria-keyshortcuts": hasLetters ? "n" : undefined,
    ...intent,
  };
  return (
    <DraftPerson value={user.id}>
      <div className={`${FRAME} ${isTest ? TEST_STRIPE : ""}`}>
        <SkipLink />
        <header className="sticky top-0 flex gap-2 items-center pt-2 px-4 border-e border-line max-md:static max-md:min-h-(--top) max-md:pt-0 max-md:ps-4 max-md:pe-2 max-md:border-e-0 max-md:border-b max-md:bg-bg print:hidden">
          <Mark name={tenant.name} />
          {isTest && <TestLabel />}
          <Link
            to="/dashboard/search"
            className={`hidden flex-none place-items-center size-10 rounded-md text-muted max-md:grid ${isTest ? "" : "ms-auto"}`}
            onClick={search}
          >
            <Icon name="search" />
            <span className="hidden-text">{t("Search")}</span>
          </Link>
        </header>
        <nav
          aria-label={t("Dashboard")}
          className="sticky top-(--top) z-110 flex flex-col h-[calc(100dvh_-_var(--top))] px-2 pb-2 border-e border-line max-md:hidden print:hidden"
        >
          <Link
            to="/dashboard/search"
            className={`${SIDE_BUTTON} border-line-2 bg-raised text-muted hover:bg-hover`}
            onClick={search}
            aria-keyshortcuts={hasLetters ? "/" : undefined}
          >
            <Icon name="search" size={16} />
            {t("Search or jump to")}
            {hasLetters && <Key className="ms-auto border-line-2">/</Key>}
          </Link>
          {may_book && (
            <NavLink
              to={NEW_BOOKING}
              className={`${SIDE_BUTTON} border-transparent bg-accent text-on-accent font-medium hover:bg-accent-hover`}
              {...newBooking}
            >
              <Icon name="plus" size={18} />
              <span>
                <Rich text={t("New<rest> booking</rest>")} parts={{ rest: (inner) => inner }} />
              </span>
              {hasLetters && <Key className="ms-auto border-[rgb(255_255_255_/_40%)]">N</Key>}
            </NavLink>
          )}
          <div className="flex-1 -mx-2 px-2 overflow-y-auto">
            <NavigationGroups entries={entries} />
          </div>
          <div className="flex gap-1 items-center pt-2">
            <UserMenu user={user} />
            <button
              type="button"
              className="needs-script grid flex-none place-items-center size-8 p-0 border-0 rounded-md bg-transparent text-muted cursor-pointer hover:bg-fill pointer-coarse:min-h-10"
              aria-label={t("Shortcuts")}
              title={t("Shortcuts")}
              onClick={() => setOverlay("help")}
            >
              {hasLetters ? (
                <Key className="border-line-2">?</Key>
              ) : (
                <Icon name="keyboard" size={16} />
              )}
            </button>
          </div>
        </nav>
        <main
          className="relative [grid-area:1_/_2_/_-1_/_-1] min-w-0 bg-surface outline-none"
          id="content"
          tabIndex={-1}
          aria-busy={isLeaving || undefined}
        >
          <Toasts flash={flash} />
          <div className="max-w-336 mx-auto pt-0 px-5 pb-12 max-md:px-4 max-md:pb-10 md:has-[>[data-calendar]]:pb-5 print:max-w-none print:p-0">
            {children}
          </div>
          {isLeaving && <Skeleton />}
        </main>
        <nav
          aria-label={t("Main pages")}
          className="fixed inset-x-0 bottom-0 z-200 flex pt-1 px-1 pb-[max(4px,env(safe-area-inset-bottom))] border-t border-line bg-surface md:hidden print:hidden"
        >
          <NavigationLinks entries={entries.filter(({ in_bar }) => in_bar)} place="bar" />
          {may_book && (
            <NavLink to={NEW_BOOKING} className={NAVIGATION_LINK.bar} {...newBooking}>
              <Icon name="plus" size={20} className="rounded-md bg-accent text-on-accent" />
              <span>
                <Rich text={t("New<rest> booking</rest>")} parts={{ rest: () => "" }} />
              </span>
            </NavLink>
          )}
          <Menu
            className="flex-1 min-w-0"
            summaryClassName={NAVIGATION_LINK.bar}
            summary={
              <>
                <Icon name="more" size={20} />
                <span>{t("More")}</span>
              </>
            }
          >
            <div className="absolute bottom-full inset-x-0 flex flex-col gap-4 max-h-[calc(100dvh_-_8rem)] pt-1 px-4 pb-4 rounded-t-[16px] bg-raised shadow-raised overflow-y-auto">
              <div>
                <NavigationGroups entries={entries.filter(({ in_bar }) => !in_bar)} place="sheet" />
              </div>
              <div className="flex flex-col gap-4 pt-4 border-t border-line">
                <UserPanel user={user} />
              </div>
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
            {drawer?.name === "new" && may_book && <NewBookingDrawer search={drawer.value} />}
          </Suspense>
        )}
        {ahead}
        <NoConnection />
        <LeaveGuard accepted={flash?.id ?? null} />
      </div>
    </DraftPerson>
  );
}

/** Test mode. The stripe is visible even when the label is hidden. */
const TEST_STRIPE =
  "before:fixed before:inset-x-0 before:top-0 before:z-250 before:h-0.5 before:bg-wait-edge print:before:hidden";

function TestLabel() {
  return (
    <span
      className="flex-none ms-auto px-1.5 rounded-sm bg-wait-soft text-wait text-2xs font-medium leading-4.5"
      title={t("Test mode: no real money moves.")}
    >
      <Rich
        text={t("Test mode<rest>: no real money moves.</rest>")}
        parts={{ rest: (inner) => <span className="hidden-text">{inner}</span> }}
      />
    </span>
  );
}

/** A shortcut hint; screen readers use aria-keyshortcuts instead. */
function Key({ className, children }: { className: string; children: string }) {
  return (
    <kbd
      className={`needs-script min-w-4.5 px-1 border rounded-sm text-2xs font-medium leading-4 text-center ${className}`}
      aria-hidden="true"
    >
      {children}
    </kbd>
  );
}
