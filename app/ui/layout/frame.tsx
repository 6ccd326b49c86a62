import { Link, NavLink, useLocation, useSearchParams } from "@remix-run/react";
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { type ToastText, Toasts } from "../feedback/toasts";
import { Icon } from "../icon";
import { BOOKING_DRAWER } from "./drawer-address";
import { Mark } from "./mark";
import { Menu } from "./menu";
import { navigation, NEW_BOOKING } from "./navigation";
import { SandboxBanner } from "./sandbox-banner";
import { shortcutsFor } from "./shortcuts";
import { SkipLink } from "./skip-link";
import { useIsAlive } from "../use-is-alive";
import { useKeys } from "./use-keys";
import { type FrameUser, UserMenu, UserPanel } from "./user-menu";
import styles from "./frame.module.css";

// Loaded when they are first opened: no page waits for them.
const loadPalette = () => import("./palette");
const Palette = lazy(loadPalette);
const HelpSheet = lazy(() => import("./help-sheet"));
const BookingDrawer = lazy(() => import("../booking/booking-drawer"));

interface FrameProps {
  tenant: { name: string };
  user: FrameUser;
  /** The addresses of the pages this person may open. */
  pages: string[];
  may_book: boolean;
  flash: ToastText | null;
  children: ReactNode;
}

/** The layout of every dashboard page: the company, the navigation (at the side, on a phone a bar at the foot), and the signed-in person. */
export function Frame({ tenant, user, pages, may_book, flash, children }: FrameProps) {
  const [overlay, setOverlay] = useState<"palette" | "help" | null>(null);
  const shortcuts = useMemo(() => shortcutsFor(pages, may_book), [pages, may_book]);
  useKeys(shortcuts, setOverlay);
  // Once the page is there: what is typed right after "/" must find its field.
  useEffect(() => void loadPalette(), []);
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const isAlive = useIsAlive();
  const booking = params.get(BOOKING_DRAWER);
  const entries = navigation.filter(({ to }) => pages.includes(to));
  const search = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOverlay("palette");
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
        {label}
      </NavLink>
    ));
  const newBooking = may_book && (
    <NavLink to={NEW_BOOKING} className={styles.new!} prefetch="intent">
      <Icon name="plus" size={22} />
      <span>
        New<span className={styles.rest}> booking</span>
      </span>
    </NavLink>
  );
  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.top}>
        <Mark name={tenant.name} />
        <Link to="/dashboard/search" className={styles.find!} onClick={search}>
          <Icon name="search" size={22} />
          <span className="hidden-text">Search</span>
        </Link>
      </header>
      <nav aria-label="Dashboard" className={styles.side}>
        <div className={styles.company}>
          <Mark name={tenant.name} />
        </div>
        {newBooking}
        <Link to="/dashboard/search" className={styles.search!} onClick={search}>
          <Icon name="search" size={18} />
          Search
          <kbd className={`${styles.key} needs-script`}>/</kbd>
        </Link>
        <div className={styles.links}>{links(entries)}</div>
        <button type="button" className={`${styles.help} needs-script`} onClick={() => setOverlay("help")}>
          <Icon name="keyboard" size={18} />
          Shortcuts
          <kbd className={styles.key}>?</kbd>
        </button>
        <UserMenu user={user} />
      </nav>
      <main className={styles.main} id="content" tabIndex={-1}>
        <SandboxBanner />
        <Toasts flash={flash} />
        <div className={styles.page}>{children}</div>
      </main>
      <nav aria-label="Dashboard" className={styles.bar}>
        {links(entries.filter(({ in_bar }) => in_bar))}
        {newBooking}
        <Menu
          className={styles.more!}
          summaryClassName={styles.link!}
          summary={
            <>
              <Icon name="more" size={22} />
              More
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
          {overlay === "palette" && <Palette pages={pages} mayBook={may_book} onClose={() => setOverlay(null)} />}
          {overlay === "help" && <HelpSheet shortcuts={shortcuts} onClose={() => setOverlay(null)} />}
          {booking !== null && overlay === null && <BookingDrawer key={booking} id={booking} />}
        </Suspense>
      )}
    </div>
  );
}
