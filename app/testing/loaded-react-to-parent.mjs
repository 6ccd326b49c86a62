// Loaded before a tested web process (`node --import`): a call to /loaded sends the parent the files of React that the process runs.
import { subscribe } from "node:diagnostics_channel";
import Module from "node:module";
import { isMainThread } from "node:worker_threads";

if (isMainThread)
  subscribe("http.server.request.start", ({ request }) => {
    if (request.url !== "/loaded") return;
    // Node also lists files that it has only searched for the names of their exports.
    const modules = Object.values(Module._cache).filter(({ loaded }) => loaded);
    const files = modules.map(({ filename }) => filename.replaceAll("\\", "/"));
    process.send?.({ loaded: files.filter((file) => /\/node_modules\/react[^/]*\//.test(file)) });
  });
