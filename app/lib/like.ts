/** A text as Prisma's `contains` takes it: Prisma puts it into LIKE as it is, so its wildcards are taken from it. */
export function literal(search: string): string {
  return search.replace(/[\\%_]/g, "\\$&");
}
