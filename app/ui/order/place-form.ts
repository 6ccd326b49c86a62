import { z } from "zod";
import { Id } from "~/contract/common";

/** Form that moves an entry to another position. */
export const PlaceForm = z.object({
  intent: z.literal("place"),
  id: Id,
  beside: Id,
  side: z.enum(["before", "after"]),
});
export type PlaceForm = z.output<typeof PlaceForm>;
