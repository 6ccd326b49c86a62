import type { ServerBuild } from "@remix-run/node";
import type { IncomingMessage } from "node:http";
import { match } from "path-to-regexp";

/**
 * The route pattern of a request (`/manage/:token`), for logs: the address itself may be a secret.
 */
export function pagePatterns(
  build: ServerBuild,
): (request: Pick<IncomingMessage, "url">) => string {
  const paths = Object.values(build.routes).flatMap((route) =>
    route === undefined ? [] : [fullPath(build, route)],
  );
  const pages = [...new Set(paths)]
    .filter((path) => path !== "" && !path.includes("*") && !path.startsWith("/api/"))
    .map((path) => ({ path, isFound: match(path) }))
    .sort((a, b) => variablesIn(a.path) - variablesIn(b.path)); // most specific pattern first
  return ({ url = "/" }) => {
    const path = url.split("?")[0]!.replace(/\.data$/, ""); // Remix loads a page's data from <path>.data
    if (path === "/") return path;
    try {
      return pages.find(({ isFound }) => isFound(path) !== false)?.path ?? "none";
    } catch {
      return "none"; // undecodable address
    }
  };
}

const variablesIn = (path: string) => path.split(":").length - 1;

/** A nested route's path is relative to its parent's; the root's is empty. */
function fullPath(build: ServerBuild, route: NonNullable<ServerBuild["routes"][string]>): string {
  const above = route.parentId === undefined ? undefined : build.routes[route.parentId];
  const parent = above === undefined ? "" : fullPath(build, above);
  return route.path ? `${parent}/${route.path}` : parent;
}
