import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { hasConnection } from "./connection/cut-off";
import { isRouterAtWork } from "./live/router-at-work";

/** Reads the page's loaders again every `ms` for as long as something on it is under way; not while nobody sees it. */
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
