import type { BookableService } from "./booking-page-choice";

interface Category {
  /** null: those without one. */
  category: string | null;
  services: BookableService[];
}

/** The services under their categories, both in the order of the list: a category comes where its first service does. */
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
