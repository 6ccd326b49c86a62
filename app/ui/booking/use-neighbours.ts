import { useEffect, useState } from "react";

export interface Neighbours {
  previous: string | null;
  next: string | null;
  /** Position of this booking, starting at 1. */
  place: number;
  count: number;
}

/**
 * The previous and next booking on the page below (list, calendar or customer record); null if the
 * page doesn't contain it. Re-read after each change, so it follows the page's filters, folding and
 * revalidation.
 */
export function useNeighbours(id: string): Neighbours | null {
  const [ids, setIds] = useState<readonly string[]>([]);
  useEffect(() => {
    const shown = bookingsOnPage();
    setIds((before) => (before.join() === shown.join() ? before : shown));
  });
  const index = ids.indexOf(id);
  if (index === -1 || ids.length === 1) return null;
  return {
    previous: ids[index - 1] ?? null,
    next: ids[index + 1] ?? null,
    place: index + 1,
    count: ids.length,
  };
}

function bookingsOnPage(): string[] {
  const links = [...document.querySelectorAll<HTMLElement>("main [data-booking]")];
  return [
    ...new Set(links.filter((link) => link.checkVisibility()).map((link) => link.dataset.booking!)),
  ]; // matches the selector
}
