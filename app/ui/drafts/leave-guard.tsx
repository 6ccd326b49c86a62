import { useBlocker } from "@remix-run/react";
import { useEffect, useLayoutEffect, useState } from "react";
import { t } from "~/i18n/text";
import { isCutOff } from "../connection/cut-off";
import { Button } from "../kit/button";
import { Dialog } from "../layout/dialog";
import { ACCEPTED, forgetDraft } from "./draft";
import { dropSentDrafts } from "./draft-store";
import { hasUnsaved, losesUnsaved, unsavedKeys } from "./unsaved";
import styles from "./leave-guard.module.css";

// A form is filled from its draft in an effect, also when it was just saved and is drawn again: drafts that were sent are dropped before
// that. A server runs no effects, and React warns of this kind there.
const useEarlyEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Asks before a page is left whose form is not saved; without a connection no page is left. `accepted`: changes with every form that was
 * accepted.
 */
export function LeaveGuard({ accepted }: { accepted: string | null }) {
  const [stays, setStays] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isHeld = isCutOff();
    setStays(isHeld);
    return isHeld || losesUnsaved(currentLocation, nextLocation);
  });
  useEffect(() => {
    if (blocker.state === "blocked" && stays) blocker.reset();
  }, [blocker, stays]);
  useEarlyEffect(() => {
    if (accepted !== null) dropSentDrafts(sessionStorage);
  }, [accepted]);
  useEffect(() => {
    if (accepted !== null) document.dispatchEvent(new Event(ACCEPTED));
  }, [accepted]);
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", onLeave);
    return () => window.removeEventListener("beforeunload", onLeave);
  }, []);
  if (blocker.state !== "blocked" || stays) return null;
  const discard = () => {
    unsavedKeys().forEach(forgetDraft);
    blocker.proceed();
  };
  return (
    <Dialog place="top" label={t("Not saved yet")} onClose={() => blocker.reset()}>
      <div className={styles.ask}>
        <h2>{t("You have not saved what you typed")}</h2>
        <p>{t("If you keep it for later, it is here again when you come back in this window.")}</p>
        <div className={styles.buttons}>
          <Button variant="primary" onClick={() => blocker.reset()} autoFocus>
            {t("Stay here")}
          </Button>
          <Button onClick={() => blocker.proceed()}>{t("Keep it for later")}</Button>
          <Button onClick={discard}>{t("Discard it")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
