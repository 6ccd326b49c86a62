import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "../routes";

/** A URL pattern and its file within app/. */
export interface RouteFile {
  path: string;
  file: string;
}

/** The flattened route table. */
export const routeFiles = withPaths(routes, "");

function withPaths(entries: RouteConfigEntry[], above: string): RouteFile[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const own = path ? `${above}/${path}` : above;
    return [{ path: own || "/", file }, ...withPaths(children, own)];
  });
}
