import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { hasConnection } from "./connection/cut-off";
import { isRouterAtWork } from "./live/router-at-work";

/** Reruns the loaders every `ms` while `isUnderWay`; paused in hidden tabs. */
export function useReadAgain(isUnderWay: boolean, ms: number): void {
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  useEffect(() => {
    latest.current = revalidate;
  });
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => {
      if (!document.hidden && hasConnection() && !isRouterAtWork()) latest.current();
    }, ms);
    return () => clearInterval(timer);
  }, [isUnderWay, ms]);
}
