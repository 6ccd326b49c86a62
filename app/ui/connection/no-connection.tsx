import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";
import { hasConnection, isCutOff, onConnection, TRIED } from "./cut-off";
import styles from "./no-connection.module.css";

/** What follows a link or sends a form. */
const FOLLOWED = ["click", "submit"];
/** What makes Remix fetch a link's page beforehand; where it cannot, it reloads the page that is open. */
const POINTED_AT = ["pointerover", "pointerdown", "mouseover", "focusin", "touchstart"];
const HELD = [...FOLLOWED, ...POINTED_AT];

/** Whether the browser has a connection; a server says yes. */
const useConnection = (): boolean => useSyncExternalStore(onConnection, hasConnection, () => true);

/**
 * Without a connection a page stays as it is, with what is typed: no link and no form is followed, where the browser would show its own
 * error page, and this says why. Above drawers too.
 */
export function NoConnection() {
  const isOnline = useConnection();
  const box = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState(0);
  useEffect(() => {
    // Before all else that listens: a draft would be taken for sent.
    const hold = (event: Event) => {
      if (hasConnection() || !leadsAway(event)) return;
      event.stopImmediatePropagation();
      if (!FOLLOWED.includes(event.type)) return;
      event.preventDefault();
      isCutOff();
    };
    const onTried = () => setTried((count) => count + 1);
    const stop = onConnection(() => setTried(0));
    for (const type of HELD) window.addEventListener(type, hold, { capture: true });
    window.addEventListener(TRIED, onTried);
    return () => {
      stop();
      for (const type of HELD) window.removeEventListener(type, hold, { capture: true });
      window.removeEventListener(TRIED, onTried);
    };
  }, []);
  useEffect(() => {
    // Opened again it comes to lie above a drawer that was opened since. Browsers before 2024 show it in its place.
    box.current?.hidePopover?.();
    box.current?.showPopover?.();
  }, [isOnline, tried]);
  if (isOnline) return null;
  return (
    <div ref={box} className={styles.box} role="alert" {...{ popover: "manual" }}>
      <Icon name="warning" />
      <p key={tried}>
        {tried > 0
          ? t("You’re offline. Nothing you typed is lost. Try again when you’re back online.")
          : t("You’re offline. Nothing you typed is lost.")}
      </p>
    </div>
  );
}

/** Whether it asks a server for something: a place on this page and a telephone number do not. */
function leadsAway({ type, target }: Event): boolean {
  if (type === "submit") return true;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  return (
    link !== null && /^https?:$/.test(link.protocol) && !link.getAttribute("href")?.startsWith("#")
  );
}
