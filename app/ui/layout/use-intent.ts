import { useEffect, useRef } from "react";

/** Less is on the way to something else. */
const INTENT_MS = 60;

/**
 * For a link: calls back once somebody points at it, or has walked to it, for a moment, and at once when it is pressed; `onEnd` when they
 * leave it.
 */
export function useIntent(onIntent: () => void, onEnd: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const stop = () => clearTimeout(timer.current);
  const begin = () => {
    stop();
    timer.current = setTimeout(onIntent, INTENT_MS);
  };
  const end = () => {
    stop();
    onEnd();
  };
  useEffect(() => stop, []);
  return {
    onPointerEnter: begin,
    onFocus: begin,
    onPointerDown: onIntent,
    onPointerLeave: end,
    onBlur: end,
  };
}
