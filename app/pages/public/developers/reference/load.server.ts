import { contract } from "~/contract";
import type { CallerRule, OperationShape } from "~/contract/operation";
import { findReference } from "~/docs/reference.server";
import { pageError } from "~/http/page.server";
import { env } from "~/lib/env.server";
import type { OperationGroup } from "./operation-list";

export type ReferenceView = ReturnType<typeof loadReference>;

/** All operations by group, or the requested one ("bookings_create"). Throws a 404 response. */
export function loadReference(name: string | null) {
  const groups: OperationGroup[] = Object.entries<Record<string, OperationShape>>(contract).map(
    ([noun, group]) => ({
      noun,
      title: titleOf(noun),
      operations: Object.entries(group).map(([verb, { method, path, summary, caller }]) => ({
        method,
        path,
        summary,
        id: `${noun}_${verb}`,
        caller: callerOf(caller),
      })),
    }),
  );
  const address = `${env.BASE_URL}/developers/reference`;
  if (name === null) return { address, groups, chosen: null };
  const page = findReference(name);
  if (page === null) throw pageError(404, "The API has no such operation.");
  const { title, description, html } = page;
  return {
    address,
    groups: [],
    chosen: { id: name, noun: name.split("_", 1)[0]!, title, description, html },
  };
}

/** "calendarFeeds" → "Calendar feeds", "apiKeys" → "API keys" */
function titleOf(noun: string): string {
  const words = noun.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  // nouns are never empty
  return (words[0]!.toUpperCase() + words.slice(1)).replace(/^Api\b/, "API");
}

function callerOf(rule: CallerRule): string {
  if (rule.kind === "session") return `${rule.role}${rule.secret_key ? ", or a secret key" : ""}`;
  if (rule.kind === "key") return `publishable key with ${rule.scope}`;
  return rule.kind === "public" ? "anyone" : "a provider";
}
