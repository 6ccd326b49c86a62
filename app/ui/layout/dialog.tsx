import { type ReactNode, useEffect, useRef } from "react";
import styles from "./dialog.module.css";

interface DialogProps {
  /**
   * "side": a drawer at the end of the page; "top": a box near the top. Both fill a phone's screen.
   */
  place: "side" | "top";
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A native modal dialog, open while rendered: the browser traps focus and Escape closes it. */
export function Dialog({ place, label, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element !== null && !element.open) element.showModal();
    if (place === "side") element?.focus(); // its content is still loading
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, [place]);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={styles.dialog}
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
