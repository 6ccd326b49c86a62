import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { Preferences } from "~/contract/users";
import { rememberResources } from "~/domain/users/remember-resources.server";
import { dashboardPath } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";

const CALENDAR = "/dashboard/calendar";

/** A form target without a page. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireActor(request);
  return redirect(CALENDAR);
}

const PickForm = z.object({
  resource: Preferences.shape.calendar.shape.resource_ids.unwrap().default([]),
  to: z
    .string()
    .max(2000)
    .optional()
    .describe("the calendar to go on to, without resources in its address"),
});

/** Stores the selected resources. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return submit(request, PickForm, async ({ resource, to }) => {
    await rememberResources(actor, resource);
    const path = dashboardPath(to, CALENDAR);
    const shown = resource.map((id) => `resource=${id}`).join("&");
    return redirect(shown === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${shown}`);
  });
}
