import { z } from "zod";
import { Id } from "~/contract/common";

/** The form of a list in an order of its own: something gets another place in it. */
export const PlaceForm = z.object({
  intent: z.literal("place"),
  id: Id,
  beside: Id,
  side: z.enum(["before", "after"]),
});
export type PlaceForm = z.output<typeof PlaceForm>;
