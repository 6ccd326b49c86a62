import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import { createRequestHandler } from "@remix-run/node";
import type { ClientContext } from "~/http/client-context";
import * as entry from "~/entry.server";
import { checkGuestCsrf } from "~/http/csrf.server";
import { guardPages } from "~/http/guard-pages.server";
import { inVisit } from "~/http/visit.server";
import * as root from "~/root";

interface Args {
  request: Request;
  params?: Record<string, string>;
  context?: ClientContext;
}

/**
 * Renders a page's loader or action as the document that a browser receives: in the root layout,
 * with headers and status.
 */
export function renderedPage(path: string, module: object) {
  const asset = { hasLoader: true, hasAction: true, hasErrorBoundary: false, module: "" };
  const build = guardPages({
    entry: { module: entry },
    routes: {
      root: { id: "root", path: "", module: root },
      page: { id: "page", parentId: "root", path, module },
    },
    assets: {
      entry: { module: "", imports: [] },
      routes: {
        root: { ...asset, id: "root", path: "" },
        page: { ...asset, id: "page", parentId: "root", path },
      },
      url: "",
      version: "",
    },
    publicPath: "/",
    assetsBuildDirectory: "",
    isSpaMode: false,
    future: { v3_singleFetch: true, v3_relativeSplatPath: true, v3_throwAbortReason: true },
  } as unknown as ServerBuild);
  const handle = createRequestHandler(build, "test");
  const answer = ({ request, context = {} }: Args) =>
    new Promise<Response>((resolve, reject) => {
      inVisit(() => {
        handle(withoutOrigin(request), context as AppLoadContext).then(resolve, reject);
      });
    });
  return { loader: answer, action: answer };
}

/**
 * The web process checks Origin before Remix (http/csrf.server.ts). Here the page decides, by
 * Sec-Fetch-Site.
 */
function withoutOrigin(request: Request): Request {
  const headers = new Headers(request.headers);
  const origin = headers.get("Origin");
  if (origin !== null && isRefused(request) && !headers.has("Sec-Fetch-Site"))
    headers.set("Sec-Fetch-Site", "cross-site");
  headers.delete("Origin");
  return new Request(request, { headers });
}

function isRefused(request: Request): boolean {
  try {
    checkGuestCsrf(request);
    return false;
  } catch {
    return true;
  }
}
