import { type ReactNode, useLayoutEffect, useRef } from "react";

const PLACES = {
  side: "inset-y-0 inset-s-auto inset-e-0 w-[min(40rem,100vw)] max-w-none h-dvh max-h-none m-0 motion-safe:open:animate-slide rtl:[--slide-from:-24px] print:static print:w-auto print:h-auto print:overflow-visible print:shadow-none print:animate-none!",
  top: "w-[min(38rem,calc(100vw_-_2rem))] max-h-[min(36rem,calc(100dvh_-_8rem))] mt-16 mx-auto mb-auto rounded-lg",
};
const ON_PHONES =
  "max-md:w-screen max-md:max-w-none max-md:h-dvh max-md:max-h-none max-md:m-0 max-md:rounded-none";

interface DialogProps {
  /**
   * "side": a drawer at the end of the page; "top": a box near the top. Both fill a phone's screen.
   */
  place: keyof typeof PLACES;
  label: string;
  /** false: its content is loading, so it opens with it, or with an outline after a moment. */
  isReady?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Content that arrives sooner is painted once, without an outline before it. */
const OUTLINE_AFTER_MS = 150;

/**
 * A native modal dialog, open while rendered: the browser traps focus and Escape closes it. Never
 * rendered on the server.
 */
export function Dialog({ place, label, isReady = true, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, []);
  useLayoutEffect(() => {
    const open = () => {
      const element = dialog.current;
      if (element === null || element.open) return;
      element.showModal();
      if (place === "side") element.focus(); // not on a link of its toolbar
    };
    if (isReady) return open();
    const waiting = setTimeout(open, OUTLINE_AFTER_MS);
    return () => clearTimeout(waiting);
  }, [place, isReady]);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={`p-0 border-0 bg-surface shadow-raised text-text overscroll-contain focus-visible:outline-none backdrop:bg-[rgb(10_14_22_/_42%)] print:backdrop:hidden ${PLACES[place]} ${ON_PHONES}`}
      data-place={place}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  );
}
