import { z } from "zod";
import { DateOrInstant, Id, IdParams, Instant, InstantInput, listOf, pageOf, PageQuery, text } from "./common";
import { MOST_DAYS_BLOCKED } from "./limits";
import { operation, session } from "./operation";

/** Time off of a resource: nothing can be booked then. */
export const Block = z.object({
  id: Id,
  resource_id: Id,
  starts_at: Instant,
  ends_at: Instant,
  reason: z.string().nullable().describe("for people who work here"),
  created_at: Instant,
  updated_at: Instant,
});
export type Block = z.infer<typeof Block>;

const reason = text(200).nullable();
const ends_at = InstantInput.describe(`at most ${MOST_DAYS_BLOCKED} days after the beginning`);
export const NewBlock = z.strictObject({
  resource_id: Id,
  starts_at: InstantInput,
  ends_at,
  reason: reason.default(null),
});
export type NewBlock = z.output<typeof NewBlock>;
export const BlockPatch = z.strictObject({ starts_at: InstantInput, ends_at, reason }).partial();
export type BlockPatch = z.output<typeof BlockPatch>;

export const BlockFilter = PageQuery.extend({
  resource_id: listOf(z.uuid()).optional(),
  from: DateOrInstant.optional().describe("blocks that end after this"),
  to: DateOrInstant.optional().describe("blocks that start before the end of this day, or before this instant"),
});
export type BlockFilter = z.output<typeof BlockFilter>;

export const blocks = {
  list: operation({
    method: "GET",
    path: "/api/blocks",
    caller: session("viewer"),
    summary: "List time off of resources, in order of time",
    query: BlockFilter,
    returns: pageOf(Block),
  }),
  create: operation({
    method: "POST",
    path: "/api/blocks",
    caller: session("staff"),
    summary: "Set time off of a resource; refused with the bookings in the way (details.bookings)",
    body: NewBlock,
    returns: Block,
    status: 201,
    errors: ["in_use", "not_found"],
  }),
  get: operation({
    method: "GET",
    path: "/api/blocks/:id",
    caller: session("viewer"),
    summary: "Get time off of a resource",
    params: IdParams,
    returns: Block,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/blocks/:id",
    caller: session("staff"),
    summary: "Move, lengthen or shorten time off; refused with the bookings in the way (details.bookings)",
    params: IdParams,
    body: BlockPatch,
    returns: Block,
    errors: ["in_use"],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/blocks/:id",
    caller: session("staff"),
    summary: "End time off: its times can be booked again",
    params: IdParams,
    status: 204,
  }),
};
