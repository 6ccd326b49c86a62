import { redirect } from "@remix-run/node";
import type { UserActor } from "~/domain/identity/actor";
import { placeResource } from "~/domain/resources/place-resource.server";
import type { PlaceForm } from "~/ui/order/place-form";

/** Moves a resource in the order. Throws like placeResource. */
export async function applyPlaceForm(actor: UserActor, form: PlaceForm): Promise<Response> {
  await placeResource(actor, form.id, form);
  return redirect("/dashboard/resources");
}
