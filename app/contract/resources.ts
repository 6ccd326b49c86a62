import { z } from "zod";
import {
  Color,
  Flag,
  Id,
  IdParams,
  Meta,
  MetaFilter,
  pageOf,
  PageQuery,
  SeenVersion,
  text,
  Version,
} from "./common";
import {
  CreatedAt,
  StoredMeta,
  ResourceId,
  ResourceName,
  ResourceType,
  UpdatedAt,
  WasDryRun,
} from "./fields";
import { operation, session } from "./operation";
import { HoursId, OutsideBookings } from "./hours";
import { OverCapacity } from "./slots";

export const Resource = z
  .object({
    id: ResourceId,
    type: ResourceType,
    name: ResourceName,
    description: z.string().nullable().describe("Description for guests; null if there is none."),
    capacity: z.int().describe("Number of seats that can be booked at one time."),
    meta: StoredMeta,
    active: z.boolean().describe("Whether the resource can be booked."),
    hours_id: HoursId.nullable().describe(
      "ID of the hours in which it can be booked; null: whenever its schedules are open.",
    ),
    image_asset_id: Id.nullable().describe("ID of its uploaded image; null if there is none."),
    position: z.int().describe("Position in lists, lowest first."),
    color: z.string().nullable().describe("Calendar color as #rrggbb; null for automatic."),
    version: Version,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe("A person, room, table, vehicle or anything else that can be booked.");
export type Resource = z.infer<typeof Resource>;

const fields = {
  type: text(40, 1).describe(
    "Type of resource: any text, e.g. person, room, desk, table, court, vehicle, equipment or class.",
  ),
  name: text(120, 1).describe("Name of the resource, as guests see it."),
  description: text(2000)
    .nullable()
    .describe("Description for guests, at most 2,000 characters; null for none."),
  capacity: z
    .int()
    .min(1)
    .max(500)
    .describe("Number of seats that can be booked at one time, 1 to 500."),
  meta: Meta,
  active: z.boolean().describe("Whether the resource can be booked."),
  hours_id: HoursId.nullable().describe(
    "ID of the hours in which it can be booked, within those of its schedules; null: whenever they are open.",
  ),
  image_asset_id: Id.nullable().describe(
    "ID of an image uploaded with POST /api/upload; null for none.",
  ),
  position: z.int().min(0).max(100_000).describe("Position in lists, lowest first."),
  color: Color.nullable().describe("Calendar color as #rrggbb; null for automatic."),
};
export const NewResource = z
  .strictObject({
    ...fields,
    description: fields.description.default(null),
    capacity: fields.capacity.default(1),
    meta: fields.meta.default({}),
    active: fields.active.default(true),
    hours_id: fields.hours_id.default(null),
    image_asset_id: fields.image_asset_id.default(null),
    position: fields.position.default(0),
    color: fields.color.default(null),
  })
  .describe("A resource to create.");
export type NewResource = z.output<typeof NewResource>;
export const ResourcePatch = z
  .strictObject({
    ...fields,
    dry_run: z.boolean().describe("Whether to return the result without saving it."),
    version: SeenVersion,
  })
  .partial()
  .describe("Fields of a resource to change.");
export type ResourcePatch = z.output<typeof ResourcePatch>;
export const SavedResource = Resource.extend({
  dry_run: WasDryRun,
  over_capacity: z
    .array(OverCapacity)
    .describe("Future times at which more is booked than it has seats, at most 200."),
  outside_bookings: OutsideBookings,
}).describe(
  "A resource as saved, with the times at which it is overbooked and the bookings that its new hours do not hold.",
);
export type SavedResource = z.infer<typeof SavedResource>;
export const ResourceFilter = PageQuery.extend({
  active: Flag.optional().describe("Only resources that can (true) or can't (false) be booked."),
  type: text(40).optional().describe("Only resources of this type."),
  search: text(100).optional().describe("Part of a resource's name."),
  meta: MetaFilter.optional(),
});
export type ResourceFilter = z.output<typeof ResourceFilter>;

export const resources = {
  list: operation({
    method: "GET",
    path: "/api/resources",
    caller: session("viewer", { test_key: "settings" }),
    summary: "List the tenant's resources",
    query: ResourceFilter,
    returns: pageOf(Resource),
  }),
  create: operation({
    method: "POST",
    path: "/api/resources",
    caller: session("admin"),
    summary: "Create a resource",
    body: NewResource,
    returns: Resource,
    status: 201,
    versioned: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/resources/:id",
    caller: session("viewer", { test_key: "settings" }),
    summary: "Get a resource",
    params: IdParams,
    returns: Resource,
    versioned: true,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/resources/:id",
    caller: session("admin"),
    summary:
      "Update a resource; if bookings exceed a lower capacity they stay, and nothing more is sold until they fit",
    params: IdParams,
    body: ResourcePatch,
    returns: SavedResource,
    versioned: true,
    errors: ["version_conflict"],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/resources/:id",
    caller: session("admin"),
    summary: "Delete a resource; fails with in_use while it has future live bookings",
    params: IdParams,
    status: 204,
    errors: ["in_use"],
  }),
};
