import { useCallback, useEffect, useRef } from "react";
import { hasConnection } from "~/ui/connection/cut-off";

export const PREVIEW = "/dashboard/mail/preview";
/** Long enough to type a word. */
const PAUSE_MS = 600;

/** Updates the preview frame when typing pauses. Call it with the form on each change. */
export function useLivePreview(): (form: HTMLFormElement) => void {
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback((form: HTMLFormElement) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      if (hasConnection() && form.checkValidity()) postInto(form);
    }, PAUSE_MS);
  }, []);
}

/**
 * Remix handles submit events itself, ignoring the target. submit() fires none, so neither Remix
 * nor the draft reacts.
 */
function postInto(form: HTMLFormElement): void {
  const { target } = form;
  const action = form.getAttribute("action") ?? "";
  form.target = "preview";
  form.action = PREVIEW;
  form.submit();
  form.target = target;
  form.setAttribute("action", action);
}
