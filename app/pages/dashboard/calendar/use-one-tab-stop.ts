import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

/**
 * Makes the calendar one tab stop: the last focused entry, or the first booking; arrow keys move
 * between the others. Without scripts each link is a tab stop. Sets tabindex on elements directly,
 * so moving focus doesn't rerender 300 cards.
 */
export function useOneTabStop(grid: RefObject<HTMLElement>, content: unknown) {
  const last = useRef<string | null>(null);
  const places = () => [...(grid.current?.querySelectorAll<HTMLElement>("[data-place]") ?? [])];
  useEffect(() => {
    const all = places();
    const stop =
      all.find((place) => place.dataset["place"] === last.current) ??
      all.find((place) => place.dataset["card"] ?? place.dataset["booking"]) ??
      all[0];
    for (const place of all) place.tabIndex = place === stop ? 0 : -1;
    // after each change of content
  }, [content]);
  return {
    onFocus: (event: FocusEvent) => {
      const place = event.target.closest<HTMLElement>("[data-place]");
      if (place === null || !grid.current?.contains(place)) return;
      last.current = place.dataset["place"] ?? null;
      for (const each of grid.current.querySelectorAll<HTMLElement>('[data-place][tabindex="0"]'))
        each.tabIndex = -1;
      place.tabIndex = 0;
    },
  };
}
