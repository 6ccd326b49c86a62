/** The pages of the guide in the order in which they are read. Each name is an address (/docs/name) and a file (guide/name.md). */
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

/** A page of the guide as lists name it. */
export interface GuideEntry {
  name: GuideName;
  title: string;
  description: string;
}
export type GuideContents = { title: string; pages: GuideEntry[] }[];

/** A heading of a page, which the list beside it leads to. */
export interface GuideHeading {
  id: string;
  text: string;
  level: number;
}
