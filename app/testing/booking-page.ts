import { prisma } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import * as route from "~/pages/public/book/route";
import { renderedPage } from "./rendered-page";
import { makeResource, makeSchedule, makeTenant, type TenantOptions } from "./factory";

const { loader, action } = renderedPage("book/:slug", route);
export { action };

// Uses a company's booking page as visitors without JavaScript do.

export async function aCompany(
  options: { tenant?: TenantOptions; schedule?: Record<string, unknown>; capacity?: number } = {},
) {
  const owner = await makeTenant({
    name: "Studio Linden",
    time_zone: "Europe/Amsterdam",
    ...options.tenant,
  });
  const room = await makeResource(owner, { name: "Mila", capacity: options.capacity ?? 1 });
  const schedule = await makeSchedule(owner, [room.id], {
    name: "Haircut",
    price_amount: 4200,
    ...options.schedule,
  });
  return { owner, room, schedule, slug: owner.tenant.slug };
}

export const argsOf = (slug: string, search: string, init?: RequestInit) => ({
  request: new Request(`${env.BASE_URL}/book/${slug}${search}`, init),
  params: { slug },
  context: { ip: "192.0.2.7", request_id: newId() },
});
export async function open(slug: string, search = "", headers: Record<string, string> = {}) {
  const response = await loader(argsOf(slug, search, { headers }));
  return { response, html: await response.text() };
}
export const submit = (
  slug: string,
  search: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  action(
    argsOf(slug, search, {
      method: "POST",
      body: new URLSearchParams({ intent: "book", ...fields }),
      headers: { "Sec-Fetch-Site": "same-origin", ...headers },
    }),
  );

/** The page's links that contain `part`, as a browser would resolve them. */
export const linksWith = (html: string, part: string) =>
  [...html.matchAll(/href="(\?[^"]*)"/g)]
    .map(([, href]) => href!.replaceAll("&amp;", "&").split("#")[0]!)
    .filter((href) => href.includes(part));
export const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
export const guest = (email = `guest-${newId()}@example.test`) => ({ name: "Sanne Bakker", email });
export const bookingsOf = (tenantId: string) =>
  prisma.booking.findMany({
    where: { tenant_id: tenantId },
    include: { customer: true },
    orderBy: { id: "asc" },
  });

/**
 * Follows links from the first page to the form: the last link of a day far enough ahead, and its
 * first time.
 */
export async function walkToForm(slug: string, headers: Record<string, string> = {}, begin = "") {
  const first = await open(slug, begin, headers);
  const days = linksWith(first.html, "date=").filter((link) => !link.includes("time="));
  const [day] = days.slice(-1);
  const times = await open(slug, day, headers);
  const [time] = linksWith(times.html, "time=");
  const form = await open(slug, time, headers);
  return { search: time!, times, form, attempt: hidden(form.html, "attempt") };
}
