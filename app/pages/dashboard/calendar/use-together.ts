import { type FocusEvent, type PointerEvent, type RefObject, useRef } from "react";

/**
 * Highlights what belongs to the hovered or focused card: the services of its visit, and what they
 * take besides. Sets attributes itself, so nothing rerenders.
 */
export function useTogether(frame: RefObject<HTMLElement>) {
  const lit = useRef<string | null>(null);
  const light = (target: EventTarget | null) => {
    const card = target instanceof Element ? target.closest<HTMLElement>("[data-together]") : null;
    const together = card?.dataset["together"] ?? null;
    if (together === lit.current) return;
    lit.current = together;
    for (const each of frame.current?.querySelectorAll<HTMLElement>("[data-together]") ?? [])
      each.toggleAttribute("data-lit", each.dataset["together"] === together);
  };
  return {
    onPointerOver: (event: PointerEvent) => light(event.target),
    onPointerLeave: () => light(null),
    onFocus: (event: FocusEvent) => light(event.target),
    onBlur: () => light(null),
  };
}
