import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "../routes";

/** An address, with the names of what varies, and the file that answers it, within app/. */
export interface RouteFile {
  path: string;
  file: string;
}

/** The table of URLs, without its nesting. */
export const routeFiles = withPaths(routes, "");

function withPaths(entries: RouteConfigEntry[], above: string): RouteFile[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const own = path ? `${above}/${path}` : above;
    return [{ path: own || "/", file }, ...withPaths(children, own)];
  });
}
