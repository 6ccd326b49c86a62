/** Escapes LIKE wildcards, which Prisma's `contains` passes through. */
export function literal(search: string): string {
  return search.replace(/[\\%_]/g, "\\$&");
}
