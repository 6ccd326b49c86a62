import { useBlocker } from "@remix-run/react";
import { useEffect, useLayoutEffect, useState } from "react";
import { t } from "~/i18n/text";
import { isCutOff } from "../connection/cut-off";
import { Button } from "../kit/button";
import { Dialog } from "../layout/dialog";
import { ACCEPTED, forgetDraft } from "./draft";
import { dropSentDrafts } from "./draft-store";
import { hasUnsaved, losesUnsaved, unsavedKeys } from "./unsaved";

// Forms restore drafts in an effect, also when redrawn after saving. A layout effect drops
// submitted drafts before that. The server runs no effects, and React warns about layout effects
// there.
const useEarlyEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Confirms before leaving a page with unsaved input; blocks navigation while offline. `accepted`
 * changes whenever a form is accepted.
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
    <Dialog place="top" label={t("Unsaved changes")} onClose={() => blocker.reset()}>
      <div className="p-6">
        <h2 className="m-0 mb-2 text-[1.25rem]">{t("You have unsaved changes")}</h2>
        <p className="m-0 mb-5 text-muted">
          {t("Keep them as a draft and they’re back when you return in this window.")}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" onClick={() => blocker.reset()} autoFocus>
            {t("Keep editing")}
          </Button>
          <Button onClick={() => blocker.proceed()}>{t("Keep as draft")}</Button>
          <Button onClick={discard}>{t("Discard changes")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
