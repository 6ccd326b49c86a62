import type { TestProject } from "vitest/node";
import { type RouteFile, routeFiles } from "./route-files";

declare module "vitest" {
  interface ProvidedContext {
    /** Every API path with its file. */
    apiFiles: RouteFile[];
  }
}

/**
 * Vitest's global setup: reads the route table once for all test files, because loading Remix's
 * reader takes most of a second.
 */
export default function setup(project: TestProject): void {
  project.provide(
    "apiFiles",
    routeFiles.filter(({ path }) => path.startsWith("/api/") && !path.includes("*")),
  );
}
