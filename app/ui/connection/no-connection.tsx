import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";
import { hasConnection, isCutOff, onConnection, TRIED } from "./cut-off";

declare module "react" {
  // React 18 passes the attribute on, but its types lack it.
  interface AriaAttributes {
    popover?: "auto" | "manual";
  }
}

/** Events that follow a link or submit a form. */
const FOLLOWED = ["click", "submit"];
/** Events on which Remix prefetches a link. A failed prefetch reloads the open page. */
const POINTED_AT = ["pointerover", "pointerdown", "mouseover", "focusin", "touchstart"];
const HELD = [...FOLLOWED, ...POINTED_AT];

/** Whether the browser is online; always true on the server. */
const useConnection = (): boolean => useSyncExternalStore(onConnection, hasConnection, () => true);

/**
 * While offline the page keeps its content and input: links and forms are blocked, because the
 * browser would show its own error page. The message appears above drawers too.
 */
export function NoConnection() {
  const isOnline = useConnection();
  const box = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState(0);
  useEffect(() => {
    // In the capture phase, before other listeners: a draft would count as submitted.
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
    // Reopen to move above a drawer opened later. Browsers before 2024 show it in the page flow.
    box.current?.hidePopover?.();
    box.current?.showPopover?.();
  }, [isOnline, tried]);
  if (isOnline) return null;
  return (
    <div
      ref={box}
      className="fixed [inset:0.75rem_0.75rem_auto] z-40 flex gap-3 w-auto max-w-144 my-0 mx-auto py-3 px-4 border border-bad rounded-[0.625rem] bg-bad-soft shadow-sm text-bad text-[0.9375rem] leading-[1.375rem]"
      role="alert"
      popover="manual"
    >
      <Icon className="mt-0.25" name="warning" />
      <p className="m-0" key={tried}>
        {tried > 0
          ? t("You’re offline. Nothing you typed is lost. Try again when you’re back online.")
          : t("You’re offline. Nothing you typed is lost.")}
      </p>
    </div>
  );
}

/** Whether the event needs the server; in-page anchors and phone links don't. */
function leadsAway({ type, target }: Event): boolean {
  if (type === "submit") return true;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  return (
    link !== null && /^https?:$/.test(link.protocol) && !link.getAttribute("href")?.startsWith("#")
  );
}
