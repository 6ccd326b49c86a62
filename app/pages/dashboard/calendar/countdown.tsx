import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * Countdown of a hold, based on server time (`now_ms`), which the browser's clock may differ from.
 * Empty before scripts run; reloads the page once at the end.
 */
export function Countdown({
  until_ms,
  now_ms,
  onEnd,
}: {
  until_ms: number;
  now_ms: number;
  onEnd(): void;
}) {
  const [seconds, setSeconds] = useState<number | null>(null);
  const { revalidate } = useRevalidator();
  const atEnd = useRef(() => {});
  useEffect(() => {
    atEnd.current = () => {
      onEnd();
      revalidate();
    };
  });
  useEffect(() => {
    const began = performance.now();
    const tick = () => {
      const left = Math.ceil((until_ms - now_ms - (performance.now() - began)) / 1000);
      setSeconds(Math.max(left, 0));
      if (left > 0) return;
      clearInterval(timer);
      atEnd.current();
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [until_ms, now_ms]);
  if (seconds === null) return null;
  return (
    <span aria-hidden="true">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
    </span>
  );
}
