// Preloaded into a tested web process (`node --import`): on a call to /loaded, sends the paths of
// React's loaded files to the parent.
import { subscribe } from "node:diagnostics_channel";
import Module from "node:module";
import { isMainThread } from "node:worker_threads";

if (isMainThread)
  subscribe("http.server.request.start", ({ request }) => {
    if (request.url !== "/loaded") return;
    // Node also lists files that were only parsed for their export names.
    const modules = Object.values(Module._cache).filter(({ loaded }) => loaded);
    const files = modules.map(({ filename }) => filename.replaceAll("\\", "/"));
    process.send?.({ loaded: files.filter((file) => /\/node_modules\/react[^/]*\//.test(file)) });
  });
