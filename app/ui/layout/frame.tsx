import { Link, NavLink, useLocation, useNavigate } from "@remix-run/react";
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { t } from "~/i18n/text";
import { NoConnection } from "../connection/no-connection";
import { DraftPerson } from "../drafts/draft";
import { LeaveGuard } from "../drafts/leave-guard";
import { type ToastText, Toasts } from "../feedback/toasts";
import { Icon } from "../icon";
import { openDrawer, withDrawer } from "./drawer-address";
import { Mark } from "./mark";
import { Menu } from "./menu";
import { navigation, NEW_BOOKING, newBookingFrom } from "./navigation";
import { SandboxBanner } from "./sandbox-banner";
import { type Shortcut, shortcutsFor } from "./shortcuts";
import { SkipLink } from "./skip-link";
import { Rich } from "../rich";
import { useIsAlive } from "../use-is-alive";
import { useKeys } from "./use-keys";
import { type FrameUser, UserMenu, UserPanel } from "./user-menu";
import styles from "./frame.module.css";

// Loaded when they are first opened: no page waits for them.
const loadPalette = () => import("./palette");
const Palette = lazy(loadPalette);
const HelpSheet = lazy(() => import("./help-sheet"));
const BookingDrawer = lazy(() => import("../booking/booking-drawer"));
const BlockDrawer = lazy(() => import("../block/block-drawer"));
const SlotDrawer = lazy(() => import("../slot/slot-drawer"));
const loadNewBooking = () => import("../new-booking/new-booking-drawer");
const NewBookingDrawer = lazy(loadNewBooking);

const NO_SHORTCUTS: readonly Shortcut[] = [];

interface FrameProps {
  tenant: { name: string };
  user: FrameUser;
  /** The addresses of the pages this person may open. */
  pages: string[];
  may_book: boolean;
  /** Whether single letters are shortcuts. */
  shortcuts: boolean;
  flash: ToastText | null;
  children: ReactNode;
}

/** The layout of every dashboard page: the company, the navigation (at the side, on a phone a bar at the foot), and the signed-in person. */
export function Frame({ tenant, user, pages, may_book, shortcuts: hasLetters, flash, children }: FrameProps) {
  const [overlay, setOverlay] = useState<"palette" | "help" | null>(null);
  const shortcuts = useMemo(() => shortcutsFor(pages, may_book), [pages, may_book]);
  const location = useLocation();
  const { pathname } = location;
  const navigate = useNavigate();
  /** A new booking opens over the page, everything else is a page of its own. */
  const go = (to: string) =>
    to === NEW_BOOKING && pathname !== NEW_BOOKING
      ? navigate(withDrawer(location, newBookingFrom(location), "new"), { preventScrollReset: true })
      : navigate(to);
  useKeys(hasLetters ? shortcuts : NO_SHORTCUTS, setOverlay, go);
  // Once the page is there: what is typed right after "/" or "n" must find its field.
  useEffect(() => {
    void loadPalette();
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
  const links = (shown: typeof entries) =>
    shown.map(({ to, label, icon }) => (
      <NavLink
        key={to}
        to={to}
        end={to === "/dashboard" || pathname === NEW_BOOKING}
        className={styles.link!}
        prefetch="intent"
      >
        <Icon name={icon} size={22} />
        {t(label)}
      </NavLink>
    ));
  const newBooking = may_book && (
    <NavLink to={NEW_BOOKING} className={styles.new!} onClick={book}>
      <Icon name="plus" size={22} />
      <span>
        <Rich
          text={t("New<rest> booking</rest>")}
          parts={{ rest: (inner) => <span className={styles.rest}>{inner}</span> }}
        />
      </span>
    </NavLink>
  );
  return (
    <DraftPerson value={user.id}>
      <div className={styles.frame}>
        <SkipLink />
        <header className={styles.top}>
          <Mark name={tenant.name} />
          <Link to="/dashboard/search" className={styles.find!} onClick={search}>
            <Icon name="search" size={22} />
            <span className="hidden-text">{t("Search")}</span>
          </Link>
        </header>
        <nav aria-label={t("Dashboard")} className={styles.side}>
          <div className={styles.company}>
            <Mark name={tenant.name} />
          </div>
          {newBooking}
          <Link to="/dashboard/search" className={styles.search!} onClick={search}>
            <Icon name="search" size={18} />
            {t("Search")}
            {hasLetters && <kbd className={`${styles.key} needs-script`}>/</kbd>}
          </Link>
          <div className={styles.links}>{links(entries)}</div>
          <button type="button" className={`${styles.help} needs-script`} onClick={() => setOverlay("help")}>
            <Icon name="keyboard" size={18} />
            {t("Shortcuts")}
            {hasLetters && <kbd className={styles.key}>?</kbd>}
          </button>
          <UserMenu user={user} />
        </nav>
        <main className={styles.main} id="content" tabIndex={-1}>
          <SandboxBanner />
          <Toasts flash={flash} />
          <div className={styles.page}>{children}</div>
        </main>
        <nav aria-label={t("Dashboard")} className={styles.bar}>
          {links(entries.filter(({ in_bar }) => in_bar))}
          {newBooking}
          <Menu
            className={styles.more!}
            summaryClassName={styles.link!}
            summary={
              <>
                <Icon name="more" size={22} />
                {t("More")}
              </>
            }
          >
            <div className={styles.sheet}>
              <div className={styles.rows}>{links(entries.filter(({ in_bar }) => !in_bar))}</div>
              <UserPanel user={user} />
            </div>
          </Menu>
        </nav>
        {/* Not while the page is taken over from the server: nothing of it is there yet. */}
        {isAlive && (
          <Suspense fallback={null}>
            {overlay === "palette" && (
              <Palette pages={pages} mayBook={may_book} go={go} onClose={() => setOverlay(null)} />
            )}
            {overlay === "help" && (
              <HelpSheet shortcuts={hasLetters ? shortcuts : NO_SHORTCUTS} onClose={() => setOverlay(null)} />
            )}
            {drawer?.name === "booking" && <BookingDrawer key={drawer.value} id={drawer.value} />}
            {drawer?.name === "slot" && <SlotDrawer key={drawer.value} id={drawer.value} />}
            {drawer?.name === "block" && may_book && <BlockDrawer key={drawer.value} search={drawer.value} />}
            {drawer?.name === "new" && may_book && <NewBookingDrawer asked={drawer.value} />}
          </Suspense>
        )}
        <NoConnection />
        <LeaveGuard accepted={flash?.id ?? null} />
      </div>
    </DraftPerson>
  );
}
