/**
 * Moves focus in a direction (columns, steps): to the next entry in the column, or to the nearest
 * by height in the next column with entries. Returns false if there is none.
 */
export function focusBeside(
  grid: HTMLElement | null,
  from: Element | null,
  [columns, steps]: readonly [number, number],
): boolean {
  const columnOf = from?.closest<HTMLElement>("section");
  if (!grid || !columnOf || !from) return false;
  const all = [...grid.querySelectorAll<HTMLElement>("section")];
  const places = (column: HTMLElement) =>
    [...column.querySelectorAll<HTMLElement>("[data-place]")].sort((a, b) => topOf(a) - topOf(b));
  let next: HTMLElement | undefined;
  if (steps !== 0) {
    const own = places(columnOf);
    next = own[own.indexOf(from as HTMLElement) + steps];
  } else {
    for (
      let at = all.indexOf(columnOf) + columns;
      at >= 0 && at < all.length && !next;
      at += columns
    )
      next = places(all[at]!).sort(
        (a, b) => Math.abs(topOf(a) - topOf(from)) - Math.abs(topOf(b) - topOf(from)),
      )[0];
  }
  next?.focus();
  return next !== undefined;
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;
