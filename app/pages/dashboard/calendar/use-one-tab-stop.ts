import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

/**
 * The calendar is one stop of the Tab key: the place that had the focus last, or the first booking. Arrows walk the others. Without script each
 * link is a stop, as everywhere. Set on the elements themselves: 300 cards are not drawn again because the focus went on.
 */
export function useOneTabStop(grid: RefObject<HTMLElement>, content: unknown) {
  const last = useRef<string | null>(null);
  const places = () => [...(grid.current?.querySelectorAll<HTMLElement>("[data-place]") ?? [])];
  useEffect(() => {
    const all = places();
    const stop =
      all.find((place) => place.dataset["place"] === last.current) ??
      all.find((place) => place.dataset["card"]) ??
      all[0];
    for (const place of all) place.tabIndex = place === stop ? 0 : -1;
    // After each change of what is drawn.
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
