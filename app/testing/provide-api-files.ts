import type { TestProject } from "vitest/node";
import { type RouteFile, routeFiles } from "./route-files";

declare module "vitest" {
  interface ProvidedContext {
    /** Every address of the API and its file. */
    apiFiles: RouteFile[];
  }
}

/** Vitest's global set-up: reads the table of URLs once for all test files, since what Remix reads it with takes most of a second to load. */
export default function setup(project: TestProject): void {
  project.provide(
    "apiFiles",
    routeFiles.filter(({ path }) => path.startsWith("/api/") && !path.includes("*")),
  );
}
