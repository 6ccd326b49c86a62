import { useCallback, useEffect, useRef } from "react";
import { hasConnection } from "~/ui/connection/cut-off";

export const PREVIEW = "/dashboard/mail/preview";
/** Long enough for a word. */
const PAUSE_MS = 600;

/** Shows in the frame what is typed, once the typing pauses. Call it with the form at each change. */
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

/** Remix sends each form that it sees to the page's own action, whatever its target: submit() is not seen by it, nor by the draft, which stays. */
function postInto(form: HTMLFormElement): void {
  const { target } = form;
  const action = form.getAttribute("action") ?? "";
  form.target = "preview";
  form.action = PREVIEW;
  form.submit();
  form.target = target;
  form.setAttribute("action", action);
}
