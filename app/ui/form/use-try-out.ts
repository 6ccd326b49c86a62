import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { isCutOff } from "../connection/cut-off";
import { isRouterReading } from "../live/router-at-work";

const TYPING_MS = 300;

/** Intent of a preview submission, which saves nothing. */
const PREVIEW = "preview";

/**
 * A preview changes no loaded data. But if its response arrives during revalidation after a save,
 * the router takes the current data as the result of the save, so revalidate then.
 */
export const isTriedOut = ({ formData }: Pick<ShouldRevalidateFunctionArgs, "formData">): boolean =>
  formData?.get("intent") === PREVIEW && !isRouterReading();

/**
 * Submits a form as a preview shortly after its last change. Cancelled when the form is saved: the
 * response would describe a form that is gone and would arrive between the save and its page.
 */
export function useTryOut(send: (form: FormData) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  const tryOut = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    stop();
    timer.current = setTimeout(() => {
      if (!form.isConnected || isCutOff()) return;
      const typed = new FormData(form);
      typed.set("intent", PREVIEW);
      send(typed);
    }, TYPING_MS);
  };
  return { tryOut, stop };
}
