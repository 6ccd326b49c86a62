import { z } from "zod";
import {
  DateOrInstant,
  Id,
  IdParams,
  Instant,
  InstantInput,
  pageOf,
  PageQuery,
  text,
} from "./common";
import { CreatedAt, ResourceId, ResourceIds, UpdatedAt } from "./fields";
import { MAX_DAYS_BLOCKED } from "./limits";
import { operation, session } from "./operation";

export const Block = z
  .object({
    id: Id.describe("ID of the block."),
    resource_id: ResourceId,
    starts_at: Instant.describe("Start of the block, in UTC."),
    ends_at: Instant.describe("End of the block, in UTC."),
    reason: z
      .string()
      .nullable()
      .describe("Reason for the block, shown to staff only; null if there is none."),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe("Time off of a resource, during which nothing can be booked.");
export type Block = z.infer<typeof Block>;

const reason = text(200)
  .nullable()
  .describe("Reason for the block, shown to staff only; null for none.");
const ends_at = InstantInput.describe(
  `End of the block, RFC 3339 with any offset, at most ${MAX_DAYS_BLOCKED} days after its start.`,
);
const keep_bookings = z
  .boolean()
  .describe(
    "Whether to block the time even if bookings, holds or other blocks are in it: they stay, and nothing new can be booked. Otherwise that fails with in_use.",
  );
export const NewBlock = z
  .strictObject({
    resource_id: ResourceId,
    starts_at: InstantInput.describe("Start of the block, RFC 3339 with any offset."),
    ends_at,
    reason: reason.default(null),
    keep_bookings: keep_bookings.default(false),
  })
  .describe("A block to create.");
export type NewBlock = z.output<typeof NewBlock>;
export const BlockPatch = z
  .strictObject({
    starts_at: InstantInput.describe("Start of the block, RFC 3339 with any offset."),
    ends_at,
    reason,
    keep_bookings,
  })
  .partial()
  .describe("Fields of a block to change.");
export type BlockPatch = z.output<typeof BlockPatch>;

export const BlockFilter = PageQuery.extend({
  resource_id: ResourceIds,
  from: DateOrInstant.optional().describe("Only blocks that end after this date or time."),
  to: DateOrInstant.optional().describe(
    "Only blocks that start before this time, or before the end of this date.",
  ),
});
export type BlockFilter = z.output<typeof BlockFilter>;

export const blocks = {
  list: operation({
    method: "GET",
    path: "/api/blocks",
    caller: session("viewer"),
    summary: "List blocks of resources, in order of time",
    query: BlockFilter,
    returns: pageOf(Block),
  }),
  create: operation({
    method: "POST",
    path: "/api/blocks",
    caller: session("staff"),
    summary:
      "Block time of a resource; fails with in_use if bookings are in the way (details.bookings), unless keep_bookings is true",
    body: NewBlock,
    returns: Block,
    status: 201,
    errors: ["in_use", "not_found"],
  }),
  get: operation({
    method: "GET",
    path: "/api/blocks/:id",
    caller: session("viewer"),
    summary: "Get a block",
    params: IdParams,
    returns: Block,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/blocks/:id",
    caller: session("staff"),
    summary:
      "Move, extend or shorten a block; fails with in_use if bookings are in the way (details.bookings), unless keep_bookings is true",
    params: IdParams,
    body: BlockPatch,
    returns: Block,
    errors: ["in_use"],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/blocks/:id",
    caller: session("staff"),
    summary: "Delete a block, so that its time can be booked again",
    params: IdParams,
    status: 204,
  }),
};
