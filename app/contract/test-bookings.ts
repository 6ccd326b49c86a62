import { z } from "zod";
import { BookingId } from "./fields";

export const DeletedTests = z
  .object({
    deleted: z.int().describe("Number of bookings deleted with everything that belongs to them."),
    kept: z
      .array(
        z.object({ id: BookingId, reference: z.string().describe("Reference of the booking.") }),
      )
      .describe("Bookings kept because real money was taken for them, at most 100."),
    has_more: z.boolean().describe("Whether more remain; repeat the call to delete them."),
  })
  .describe("Result of deleting the bookings that test keys made.");
export type DeletedTests = z.infer<typeof DeletedTests>;
