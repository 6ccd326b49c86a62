import { guideGroups } from "./guide-pages";
import { guideParts } from "./guide-parts.server";
import { pageCollection } from "./page-collection.server";

/** The developer guide. */
export const guide = pageCollection({
  path: "/docs",
  groups: guideGroups,
  files: import.meta.glob<string>("./guide/*.md", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
  parts: guideParts,
});
