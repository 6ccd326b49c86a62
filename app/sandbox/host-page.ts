import { readFile } from "node:fs/promises";
import express, { type Router } from "express";
import { answer } from "./answer";
import { escapeHtml } from "./page";

const TEMPLATE = "e2e/host-page/index.html";
const NO_KEY =
  "<p>There is no demo company: add <code>?key=pk_…</code> with a publishable key of yours to this address.</p>";

/**
 * A customer's own site with the demo company's widget, or that of the publishable key in `?key=`.
 */
export function hostPage(baseUrl: string, demoKey: string | undefined): Router {
  const router = express.Router();
  router.get(
    "/",
    answer(async (request, response) => {
      const key = typeof request.query.key === "string" ? request.query.key : demoKey;
      const template = await readFile(TEMPLATE, "utf8");
      const filled = key
        ? template
        : template.replace(/<booking-widget.*?<\/booking-widget>/s, NO_KEY);
      const values: Record<string, string> = { base_url: baseUrl, publishable_key: key ?? "" };
      response
        .type("html")
        .send(filled.replace(/{{(\w+)}}/g, (_, name: string) => escapeHtml(values[name] ?? "")));
    }),
  );
  return router;
}
