import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { hasConnection } from "./connection/cut-off";

/** Reads the page's loaders again every `ms` for as long as something on it is under way; not while nobody sees it. */
export function useReadAgain(isUnderWay: boolean, ms: number): void {
  const revalidator = useRevalidator();
  const latest = useRef(revalidator);
  useEffect(() => {
    latest.current = revalidator;
  });
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => {
      if (!document.hidden && hasConnection() && latest.current.state === "idle") latest.current.revalidate();
    }, ms);
    return () => clearInterval(timer);
  }, [isUnderWay, ms]);
}
