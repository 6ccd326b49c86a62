import type { ServerBuild } from "@remix-run/node";
import type { IncomingMessage } from "node:http";
import { match } from "path-to-regexp";
import { fullPath } from "./route-path.server";

/** The pattern of the page that a request asks for (`/manage/:token`): what may be logged of an address, which may itself be a secret. */
export function pagePatterns(
  build: ServerBuild,
): (request: Pick<IncomingMessage, "url">) => string {
  const paths = Object.values(build.routes).flatMap((route) =>
    route === undefined ? [] : [fullPath(build, route)],
  );
  const pages = [...new Set(paths)]
    .filter((path) => path !== "" && !path.includes("*") && !path.startsWith("/api/"))
    .map((path) => ({ path, isFound: match(path) }))
    .sort((a, b) => variablesIn(a.path) - variablesIn(b.path)); // the most exact pattern first
  return ({ url = "/" }) => {
    const path = url.split("?")[0]!.replace(/\.data$/, ""); // Remix asks for the data of a page by its address with .data
    if (path === "/") return path;
    try {
      return pages.find(({ isFound }) => isFound(path) !== false)?.path ?? "none";
    } catch {
      return "none"; // an address that cannot be decoded
    }
  };
}

const variablesIn = (path: string) => path.split(":").length - 1;
