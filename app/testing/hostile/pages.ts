import type { ServerBuild } from "@remix-run/node";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { approvalUrl } from "~/domain/bookings/links/approval-link.server";
import { waitingUrl } from "~/domain/bookings/links/waiting-link.server";
import { manageUrl } from "~/domain/bookings/links/manage-link.server";
import type { Ids, Kind, SampleTenant } from "../sample-tenant";

type Build = ServerBuild & { entry: { module: { closeServer?: () => Promise<void> } } };

/** A page of the build; new route files are included automatically. */
export interface Page {
  /** Its URL with parameter names. */
  pattern: string;
  has_action: boolean;
}

export async function readPages(): Promise<Page[]> {
  const build = (await import(
    /* @vite-ignore */ pathToFileURL(resolve("build/server/index.js")).href
  )) as Build;
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : build.routes[id];
    if (route === undefined) return "";
    return pathOf(route.parentId) + (route.path ? `/${route.path}` : "");
  };
  const pages = Object.values(build.routes).flatMap((route) =>
    route === undefined || (route.module.loader === undefined && route.module.action === undefined)
      ? []
      : [{ pattern: pathOf(route.id) || "/", has_action: route.module.action !== undefined }],
  );
  await build.entry.module.closeServer?.();
  return pages.filter(({ pattern }) => !pattern.startsWith("/api/") && !STREAMS.includes(pattern));
}

/** Streams never end, so they are excluded. */
const STREAMS = ["/dashboard/live"];

/** Kind of the record that an id in a URL refers to, by the preceding path segment. */
const KINDS: Record<string, Kind> = {
  bookings: "booking",
  customers: "customer",
  resources: "resource",
  services: "schedule",
  slots: "slot",
  deliveries: "delivery",
  keys: "api_key",
  team: "user",
  webhooks: "subscription",
  widgets: "widget_config",
};

/** The page's URL with ids of existing records. */
export function addressOf({ pattern }: Page, { owner, ids }: SampleTenant): string {
  const tenant_id = owner.tenant.id;
  const booking_id = ids.booking;
  const decision = {
    user_id: owner.user_id,
    action: "decline",
    version: 1,
    expires_at: new Date(2 ** 41),
  } as const;
  const links: Record<string, string> = {
    manage: manageUrl(tenant_id, booking_id),
    approvals: approvalUrl({ tenant_id, booking_id, ...decision }),
    waiting: waitingUrl({ tenant_id, entry_id: ids.waitlist_entry }),
  };
  const link = links[pattern.split("/")[1] ?? ""];
  const others: Partial<Record<string, string>> = {
    token: link === undefined ? "none" : new URL(link).pathname.split("/").at(-1)!,
    slug: owner.tenant.slug,
    page: "webhooks",
    key: "booking_created",
  };
  const parts = pattern.split("/");
  return parts
    .map((part, index) => {
      if (part === "*") return "x";
      if (!part.startsWith(":")) return part;
      const name = part.slice(1).replace(/\W.*$/, "");
      return others[name] ?? ids[KINDS[parts[index - 1] ?? ""] as keyof Ids] ?? "none";
    })
    .join("/");
}

/** Field names of a rendered page. */
export function fieldNames(html: string): string[] {
  const names = [
    ...html.matchAll(/<(?:input|textarea|select|button)\b[^>]*\bname="([^"]{1,60})"/g),
  ].map(([, name]) => name!);
  return [...new Set(names)].slice(0, 25);
}
