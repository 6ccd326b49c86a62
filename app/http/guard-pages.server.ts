import type { ServerBuild } from "@remix-run/node";
import { AppError } from "~/lib/app-error";
import { databaseRefusal } from "~/lib/database-away";
import { refusalPage } from "./page.server";

type Handler = (args: never) => unknown;

/**
 * Wraps every loader and action of the build: an unexpected refusal, a lost database or a query
 * timeout becomes the error page with its own status and Retry-After, never a 500.
 */
export function guardPages<Build extends Pick<ServerBuild, "routes">>(build: Build): Build {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (route === undefined) return [id, route];
    const { loader, action } = route.module;
    const guarded = {
      ...route.module,
      ...(loader && { loader: guard(loader) }),
      ...(action && { action: guard(action) }),
    };
    return [id, { ...route, module: guarded }];
  });
  return { ...build, routes: Object.fromEntries(routes) as Build["routes"] };
}

const guard =
  (handler: Handler): Handler =>
  async (args) => {
    try {
      return await handler(args);
    } catch (error) {
      throw refusalPage(error instanceof AppError ? error : databaseRefusal(error)) ?? error;
    }
  };
