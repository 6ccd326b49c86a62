import { AppShell, Burger } from "@mantine/core";
import { NavLink, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../icon";
import { Mark } from "./mark";
import { navigation } from "./navigation";
import { SandboxBanner } from "./sandbox-banner";
import { SkipLink } from "./skip-link";
import { type FrameUser, UserMenu } from "./user-menu";
import styles from "./frame.module.css";

/** Up to here (Mantine's breakpoint "sm") the navigation is a drawer behind a button. */
const WIDE = "(min-width: 48em)";

/** The layout of every dashboard page: the company, the navigation, and the signed-in person. */
export function Frame({ tenant, user, children }: { tenant: { name: string }; user: FrameUser; children: ReactNode }) {
  const [isOpen, setIsOpen] = useDrawer();
  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 248, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      transitionDuration={160}
    >
      <SkipLink />
      <AppShell.Header className={styles.header} hiddenFrom="sm">
        <Burger
          className="needs-script"
          opened={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          size="sm"
          aria-label={isOpen ? "Close the navigation" : "Open the navigation"}
          aria-expanded={isOpen}
          aria-controls="navigation"
        />
        <Mark name={tenant.name} />
      </AppShell.Header>
      <AppShell.Navbar className={styles.navbar} id="navigation" data-open={isOpen || undefined} aria-label="Dashboard">
        <div className={styles.company}>
          <Mark name={tenant.name} />
        </div>
        <div className={styles.links}>
          {navigation.map(({ to, label, icon }) => (
            <NavLink key={to} to={to} className={styles.link!} prefetch="intent">
              <Icon name={icon} />
              {label}
            </NavLink>
          ))}
        </div>
        <UserMenu user={user} />
      </AppShell.Navbar>
      <AppShell.Main className={styles.main} id="content" tabIndex={-1} {...(isOpen && { inert: "" })}>
        <SandboxBanner />
        <div className={styles.page}>{children}</div>
      </AppShell.Main>
    </AppShell>
  );
}

/** The drawer's state. It belongs to one history entry, so Escape, navigation and a wider window close it. */
function useDrawer(): [boolean, (isOpen: boolean) => void] {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === key;
  useEffect(() => {
    if (!isOpen) return;
    const close = () => setOpenAt(null);
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && close();
    const wide = window.matchMedia(WIDE);
    wide.addEventListener("change", close);
    document.addEventListener("keydown", onKey);
    return () => {
      wide.removeEventListener("change", close);
      document.removeEventListener("keydown", onKey);
    };
  }, [isOpen]);
  return [isOpen, (open) => setOpenAt(open ? key : null)];
}
