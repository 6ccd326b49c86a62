import { z } from "zod";
import { areUnique, Id, IdParams, pageOf, PageQuery, SeenVersion, text, Version } from "./common";
import { CreatedAt, UpdatedAt } from "./fields";
import { MAX_GROUP_MEMBERS } from "./limits";
import { operation, session } from "./operation";

export const ResourceGroup = z
  .object({
    id: Id.describe("ID of the group."),
    name: z.string().describe("Name of the group."),
    resource_ids: z
      .array(Id)
      .describe("IDs of its resources, in the order in which they are taken."),
    version: Version,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe("Interchangeable resources, one of which a schedule can need.");
export type ResourceGroup = z.infer<typeof ResourceGroup>;

const fields = {
  name: text(120, 1).describe("Name of the group, e.g. Treatment rooms."),
  resource_ids: z
    .array(Id)
    .min(1)
    .max(MAX_GROUP_MEMBERS)
    .refine(areUnique, { error: "Name each resource once." })
    .describe("IDs of its resources, at most 50, in the order in which they are taken."),
};
export const NewResourceGroup = z.strictObject(fields).describe("A group of resources to create.");
export type NewResourceGroup = z.output<typeof NewResourceGroup>;
export const ResourceGroupPatch = z
  .strictObject({ ...fields, version: SeenVersion })
  .partial()
  .describe("Fields of a group of resources to change.");
export type ResourceGroupPatch = z.output<typeof ResourceGroupPatch>;

export const resourceGroups = {
  list: operation({
    method: "GET",
    path: "/api/resource-groups",
    caller: session("viewer", { test_key: "settings" }),
    summary: "List groups of interchangeable resources, by name",
    query: PageQuery,
    returns: pageOf(ResourceGroup),
  }),
  create: operation({
    method: "POST",
    path: "/api/resource-groups",
    caller: session("admin"),
    summary: "Create a group of interchangeable resources",
    body: NewResourceGroup,
    returns: ResourceGroup,
    status: 201,
    versioned: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/resource-groups/:id",
    caller: session("viewer", { test_key: "settings" }),
    summary: "Get a group of resources",
    params: IdParams,
    returns: ResourceGroup,
    versioned: true,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/resource-groups/:id",
    caller: session("admin"),
    summary: "Update a group of resources; bookings keep what they have taken",
    params: IdParams,
    body: ResourceGroupPatch,
    returns: ResourceGroup,
    versioned: true,
    errors: ["version_conflict"],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/resource-groups/:id",
    caller: session("admin"),
    summary: "Delete a group of resources; fails with in_use while a schedule needs it",
    params: IdParams,
    status: 204,
    errors: ["in_use"],
  }),
};
