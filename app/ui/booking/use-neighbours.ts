import { useEffect, useState } from "react";

export interface Neighbours {
  previous: string | null;
  next: string | null;
  /** Of this booking among them, from 1. */
  place: number;
  count: number;
}

/**
 * The bookings before and after one, as the page below shows them: in a list, the calendar, a customer's record. Null where it is not
 * among them. Read from the page after each change, so it follows what the page filters, folds and reads again.
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
  ]; // as selected
}
