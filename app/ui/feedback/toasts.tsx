import { useFetcher, useLocation } from "@remix-run/react";
import { type FocusEvent, useEffect, useState } from "react";
import { t } from "~/i18n/text";
import type { FormRefusal } from "../form/page-form";
import { allProblems } from "../form/problems";
import { Icon } from "../icon";
import { Button, LinkButton } from "../kit/button";

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
    <div className="fixed bottom-6 inset-x-4 z-300 flex flex-col items-center gap-2 pointer-events-none max-md:bottom-18 noscript:static noscript:pt-4 noscript:px-4 noscript:pb-0">
      <div className="max-w-full" role="status">
        {isOpen && (
          <div
            key={shown.id}
            className="flex items-center gap-3 max-w-160 m-0 py-2 ps-4 pe-2 rounded-lg bg-raised shadow-raised text-text pointer-events-auto [&>svg]:text-good"
            onPointerEnter={() => setIsHeld(true)}
            onPointerLeave={() => setIsHeld(false)}
            onFocus={() => setIsHeld(true)}
            onBlur={onBlur}
          >
            <Icon name="check" />
            <p className="flex-1 m-0 wrap-anywhere">{shown.text}</p>
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
              className="grid flex-none place-items-center size-control border-0 rounded-md bg-transparent text-muted cursor-pointer hover:bg-hover needs-script"
              onClick={() => setClosed(shown.id)}
            >
              <Icon name="cross" size={18} />
              <span className="hidden-text">{t("Close")}</span>
            </button>
          </div>
        )}
      </div>
      {refusal !== "" && isOpen && (
        <p
          role="alert"
          className="flex items-center gap-3 max-w-160 m-0 py-2 ps-4 pe-2 rounded-lg bg-raised shadow-raised text-text pointer-events-auto bg-bad-soft text-bad"
        >
          {refusal}
        </p>
      )}
    </div>
  );
}
