import type { ServerBuild } from "@remix-run/node";
import { AppError } from "~/lib/app-error";
import { databaseRefusal } from "~/lib/database-away";
import { refusalPage } from "./page.server";

type Handler = (args: never) => unknown;

/**
 * The build with every loader and action guarded: a refusal that a page did not expect, and a database that is away or took too long, are
 * the error page with their own status and Retry-After, never a 500.
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
