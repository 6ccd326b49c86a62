import type { ServerBuild } from "@remix-run/node";

/** The full path of a nested route, whose own path is relative to its parent's. */
export function fullPath(
  build: ServerBuild,
  route: NonNullable<ServerBuild["routes"][string]>,
): string {
  const above = route.parentId === undefined ? undefined : build.routes[route.parentId];
  const parent = above === undefined ? "" : fullPath(build, above);
  return route.path ? `${parent}/${route.path}` : parent;
}
