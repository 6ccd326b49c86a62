import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { t } from "~/i18n/text";
import { withDrawer } from "~/ui/layout/drawer-address";
import { newBookingSearch } from "~/ui/layout/navigation";
import { blockSearch } from "~/ui/block/block-address";
import { Button, BUTTON } from "~/ui/kit/button";
import { ActionBar, Key } from "./action-bar";

interface ChooseBarProps {
  time: { resource_id: string; starts_ms: number; minutes: number };
  /** "Mon 14:30 – 15:30, Noor, free" */
  words: string;
  onClose(): void;
}

/** Actions for selected time. Nothing is created before a form is submitted. */
export function ChooseBar({ time, words, onClose }: ChooseBarProps) {
  const first = useRef<HTMLAnchorElement>(null);
  const location = useLocation();
  // Focus once for keyboard use, not on each change while the pointer drags.
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  return (
    <ActionBar label={t("Chosen time")} words={<strong>{words}</strong>}>
      <Link
        ref={first}
        to={withDrawer(location, newBookingSearch(time), "new")}
        className={BUTTON}
        data-variant="primary"
        preventScrollReset
        onClick={onClose}
      >
        {t("New booking")}
      </Link>
      <Link
        to={withDrawer(location, blockSearch(time), "block")}
        className={BUTTON}
        preventScrollReset
        onClick={onClose}
      >
        {t("Block time")}
      </Link>
      <Button onClick={onClose}>
        {t("Cancel")} <Key>Esc</Key>
      </Button>
    </ActionBar>
  );
}
