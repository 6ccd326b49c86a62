import { useEffect, useRef } from "react";

/** Shorter hovers are passing movements. */
const INTENT_MS = 60;

/**
 * Calls back when a link is hovered or focused for a moment, or immediately when pressed; `onEnd`
 * when left.
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
