import type { BookableService } from "./choice";

interface Category {
  /** null for services without a category. */
  category: string | null;
  services: BookableService[];
}

/** Groups services by category, both in list order: a category is placed at its first service. */
export function byCategory(services: readonly BookableService[]): Category[] {
  const found = new Map<string | null, Category>();
  for (const service of services) {
    const { category } = service;
    const known = found.get(category);
    if (known === undefined) found.set(category, { category, services: [service] });
    else known.services.push(service);
  }
  return [...found.values()];
}
