import express, { type RequestHandler, Router } from "express";
import { readdirSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

const ENCODINGS = { br: ".br", gzip: ".gz" };
/** A widget file with a content hash in its name. */
const HASHED_WIDGET = /^booking-widget(\.\w+)?\.[0-9a-f]{12}\.m?js$/;

/**
 * Serves the dashboard's files from `built`, and the widget and images from `own`, in the smallest
 * encoding that the client accepts and the build has produced (app/commands/compress-files.mjs).
 */
export function staticFiles(built: string, own: string): Router {
  const router = Router();
  const assets = join(built, "assets");
  const widget = join(own, "widget");
  // Hashed files are immutable; the widget's stable name is revalidated after five minutes.
  router.use(
    "/assets",
    chooseEncoding(assets),
    express.static(assets, { immutable: true, maxAge: "1y", fallthrough: false }),
  );
  router.use(
    "/widget",
    chooseEncoding(widget),
    express.static(widget, {
      maxAge: "5m",
      setHeaders: (response, path) => {
        response.setHeader("Access-Control-Allow-Origin", "*");
        response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
        const name = path.slice(path.lastIndexOf(sep) + 1).replace(/\.(br|gz)$/, "");
        if (HASHED_WIDGET.test(name))
          response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
      },
    }),
  );
  router.use(express.static(own, { maxAge: "1h", index: false }));
  return router;
}

/** Serves the compressed sibling of a file with its own ETag and the original's content type. */
function chooseEncoding(root: string): RequestHandler {
  const files = new Set(filesUnder(root));
  const encodings = Object.entries(ENCODINGS);
  return (request, response, next) => {
    const made = encodings.filter(([, end]) => files.has(request.path + end));
    if (made.length === 0 || !["GET", "HEAD"].includes(request.method)) return next();
    response.vary("Accept-Encoding");
    const taken = made.find(([encoding]) => request.acceptsEncodings(encoding));
    if (taken === undefined) return next();
    const [encoding, end] = taken;
    response.setHeader("Content-Encoding", encoding);
    response.type(extname(request.path));
    request.url = request.path + end;
    next();
  };
}

/** Paths of the built files, as clients request them. */
function filesUnder(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(root, join(entry.parentPath, entry.name)).split(sep).join("/")}`);
}
