// Preloaded into a tested web process (`node --import`): a call to /held blocks its event loop
// forever.
import { subscribe } from "node:diagnostics_channel";
import { isMainThread } from "node:worker_threads";

if (isMainThread)
  subscribe("http.server.request.start", ({ request }) => {
    while (request.url === "/held");
  });
