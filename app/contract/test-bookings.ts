import { z } from "zod";
import { Id } from "./common";

/** What became of the bookings that test keys made. */
export const DeletedTests = z.object({
  deleted: z.int().describe("bookings that are gone, with what came of them"),
  kept: z
    .array(z.object({ id: Id, reference: z.string() }))
    .describe("bookings that stay, because real money was taken for them; at most 100"),
  has_more: z.boolean().describe("true: call again for the rest"),
});
export type DeletedTests = z.infer<typeof DeletedTests>;
