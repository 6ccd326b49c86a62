/** An item with its position in a list. */
export interface Placed {
  id: string;
  position: number;
}

export interface Place {
  /** The neighbour to move next to. */
  beside: string;
  side: "before" | "after";
}

/**
 * The items whose position changes when `id` moves in an ordered list; null if either item is not
 * in it.
 */
export function movedTo(
  list: readonly Placed[],
  id: string,
  { beside, side }: Place,
): (Placed & { before: number })[] | null {
  const order = list.map((row) => row.id).filter((each) => each !== id);
  const at = order.indexOf(beside);
  if (at === -1 || order.length === list.length) return null;
  order.splice(side === "before" ? at : at + 1, 0, id);
  const before = new Map(list.map((row) => [row.id, row.position]));
  return order
    .map((each, position) => ({ id: each, position, before: before.get(each) ?? position }))
    .filter((placed) => placed.before !== placed.position);
}
