// Loaded before a tested web process (`node --import`): a call to /held holds its event loop for ever, as a fault in it would.
import { subscribe } from "node:diagnostics_channel";
import { isMainThread } from "node:worker_threads";

if (isMainThread)
  subscribe("http.server.request.start", ({ request }) => {
    while (request.url === "/held");
  });
