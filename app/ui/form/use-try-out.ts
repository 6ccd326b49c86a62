import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { isCutOff } from "../connection/cut-off";
import { isRouterReading } from "../live/router-at-work";

const TYPING_MS = 300;

/** What a form sends as its intent to be tried out: nothing is saved. */
const PREVIEW = "preview";

/**
 * A form that is only tried out changes nothing that a page has read. But where its answer comes while the page is being read after a save,
 * the router takes what the page has then for what the save led to: so it is read.
 */
export const isTriedOut = ({ formData }: Pick<ShouldRevalidateFunctionArgs, "formData">): boolean =>
  formData?.get("intent") === PREVIEW && !isRouterReading();

/**
 * Sends a form to be tried out, shortly after the last change of it. What is being saved is no longer tried out: the answer would be
 * about a form that is gone, and it would come between the save and its page.
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
