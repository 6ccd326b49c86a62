import { useFetcher, useLocation } from "@remix-run/react";
import { type FocusEvent, useEffect, useState } from "react";
import { t } from "~/i18n/text";
import type { FormRefusal } from "../form/page-form";
import { allProblems } from "../form/problems";
import { Icon } from "../icon";
import { Button, LinkButton } from "../kit/button";
import styles from "./toasts.module.css";

/** Message shown after a form submission. */
export interface ToastText {
  id: string;
  text: string;
  undo: { action: string; fields: Record<string, string> } | null;
  next: { to: string; label: string } | null;
}

const SHOWN_MS = 10_000;

/**
 * The only place for confirmation messages, announced politely. Visible for 10 s, longer while
 * hovered or focused. Rendered with the page, so it works before JavaScript; a failed undo shows
 * its error and stays.
 */
export function Toasts({ flash }: { flash: ToastText | null }) {
  const [closed, setClosed] = useState<string | null>(null);
  const [shown, setShown] = useState(flash);
  const [isHeld, setIsHeld] = useState(false);
  const undo = useFetcher<{ result?: FormRefusal }>({ key: "undo" });
  const { pathname, search } = useLocation();
  if (flash !== null && flash.id !== shown?.id) setShown(flash);
  const arrived = flash?.id;
  useEffect(() => {
    // shown once only (`http/flash.server.ts`)
    if (arrived !== undefined) document.cookie = "flash=; Path=/; Max-Age=0";
  }, [arrived]);
  const isOpen = shown !== null && shown.id !== closed;
  const refusal = allProblems(undo.data?.result?.error);
  useEffect(() => {
    if (shown === null || isHeld || refusal !== "") return;
    const timer = setTimeout(() => setClosed(shown.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, isHeld, refusal]);
  const onBlur = (event: FocusEvent) =>
    !event.currentTarget.contains(event.relatedTarget) && setIsHeld(false);
  return (
    <div className={styles.region}>
      <div role="status">
        {isOpen && (
          <div
            key={shown.id}
            className={styles.toast}
            onPointerEnter={() => setIsHeld(true)}
            onPointerLeave={() => setIsHeld(false)}
            onFocus={() => setIsHeld(true)}
            onBlur={onBlur}
          >
            <Icon name="check" />
            <p className={styles.text}>{shown.text}</p>
            {shown.undo !== null && (
              <undo.Form method="post" action={shown.undo.action} onSubmit={() => setIsHeld(false)}>
                {Object.entries(shown.undo.fields).map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={value} />
                ))}
                <input type="hidden" name="to" value={pathname + search} />
                <Button type="submit" size="small">
                  {t("Undo")}
                </Button>
              </undo.Form>
            )}
            {shown.next !== null && (
              <LinkButton to={shown.next.to} size="small" onClick={() => setClosed(shown.id)}>
                {shown.next.label}
              </LinkButton>
            )}
            <button
              type="button"
              className={`${styles.close} needs-script`}
              onClick={() => setClosed(shown.id)}
            >
              <Icon name="cross" size={18} />
              <span className="hidden-text">{t("Close")}</span>
            </button>
          </div>
        )}
      </div>
      {refusal !== "" && isOpen && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
    </div>
  );
}
