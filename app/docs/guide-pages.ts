/**
 * The pages of the guide in reading order. Each name is a URL (/docs/name) and a file
 * (guide/name.md).
 */
export const guideGroups = [
  {
    title: "Start",
    pages: [
      "quick-start",
      "keys",
      "bookings",
      "services",
      "lengths",
      "hours",
      "calendars",
      "customers",
      "booking-links",
    ],
  },
  { title: "On a website", pages: ["embed", "widget"] },
  { title: "The API", pages: ["conventions", "errors", "limits"] },
  { title: "Events and money", pages: ["webhooks", "payments"] },
] as const;

export type GuideName = (typeof guideGroups)[number]["pages"][number];
export const guideNames: GuideName[] = guideGroups.flatMap(
  (group): readonly GuideName[] => group.pages,
);
