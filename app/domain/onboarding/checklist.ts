import { z } from "zod";

/** What a new company does before guests can rely on it, in the order in which it is best done. */
export const checklistItems = [
  "hours",
  "test_booking",
  "calendars",
  "widget",
  "payments",
  "team",
  "mail",
] as const;
export type ChecklistItem = (typeof checklistItems)[number];

/** Those that a company may do without. */
const optionalItems = [
  "calendars",
  "widget",
  "payments",
  "team",
  "mail",
] as const satisfies ChecklistItem[];

/** The checklist of a company that is not through with it; null where it is, or has put it away. */
export type Checklist = { item: ChecklistItem; is_done: boolean; is_not_needed: boolean }[] | null;

/** The forms of the checklist. */
export const ChecklistForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("test_booking") }),
  z.object({ intent: z.literal("not_needed"), item: z.enum(optionalItems) }),
  z.object({ intent: z.literal("hide_checklist") }),
]);
export type ChecklistForm = z.output<typeof ChecklistForm>;
