import { z } from "zod";

/** The steps of a new company before guests can rely on it, in the recommended order. */
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

/** Items that a company may skip. */
const optionalItems = [
  "calendars",
  "widget",
  "payments",
  "team",
  "mail",
] as const satisfies ChecklistItem[];

/** The checklist of a company that has not finished it; null once it is done or hidden. */
export type Checklist = { item: ChecklistItem; is_done: boolean; is_not_needed: boolean }[] | null;

export const ChecklistForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("test_booking") }),
  z.object({ intent: z.literal("not_needed"), item: z.enum(optionalItems) }),
  z.object({ intent: z.literal("hide_checklist") }),
]);
export type ChecklistForm = z.output<typeof ChecklistForm>;
