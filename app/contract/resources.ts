import { z } from "zod";
import {
  Color,
  Flag,
  Id,
  IdParams,
  Instant,
  Json,
  Meta,
  MetaFilter,
  pageOf,
  PageQuery,
  SeenVersion,
  text,
  Version,
} from "./common";
import { operation, session } from "./operation";
import { OverCapacity } from "./slots";

export const Resource = z.object({
  id: Id,
  type: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  capacity: z.int(),
  meta: z.record(z.string(), Json),
  active: z.boolean(),
  image_asset_id: Id.nullable(),
  position: z.int(),
  color: z.string().nullable(),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type Resource = z.infer<typeof Resource>;

const fields = {
  type: text(40, 1).describe("free text; suggested: person, room, desk, table, court, vehicle, equipment, class"),
  name: text(120, 1),
  description: text(2000).nullable(),
  capacity: z.int().min(1).max(500).describe("seats that can be booked at one time"),
  meta: Meta,
  active: z.boolean(),
  image_asset_id: Id.nullable(),
  position: z.int().min(0).max(100_000),
  color: Color.nullable(),
};
export const NewResource = z.strictObject({
  ...fields,
  description: fields.description.default(null),
  capacity: fields.capacity.default(1),
  meta: fields.meta.default({}),
  active: fields.active.default(true),
  image_asset_id: fields.image_asset_id.default(null),
  position: fields.position.default(0),
  color: fields.color.default(null),
});
export type NewResource = z.output<typeof NewResource>;
export const ResourcePatch = z.strictObject({ ...fields, dry_run: z.boolean(), version: SeenVersion }).partial();
export type ResourcePatch = z.output<typeof ResourcePatch>;
/** The resource as it is after a change, or as it would be. */
export const SavedResource = Resource.extend({ dry_run: z.boolean(), over_capacity: z.array(OverCapacity) });
export type SavedResource = z.infer<typeof SavedResource>;
export const ResourceFilter = PageQuery.extend({
  active: Flag.optional(),
  type: text(40).optional(),
  search: text(100).optional(),
  meta: MetaFilter.optional(),
});
export type ResourceFilter = z.output<typeof ResourceFilter>;

export const resources = {
  list: operation({
    method: "GET",
    path: "/api/resources",
    caller: session("viewer"),
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
    caller: session("viewer"),
    summary: "Get one resource",
    params: IdParams,
    returns: Resource,
    versioned: true,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/resources/:id",
    caller: session("admin"),
    summary:
      "Update a resource; with fewer seats than are booked the guests keep theirs, and nothing is sold until fewer are taken",
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
    summary: "Delete a resource; refused with in_use while future live bookings exist",
    params: IdParams,
    status: 204,
    errors: ["in_use"],
  }),
};
