import { redirect } from "@remix-run/node";
import { NewResource } from "~/contract/resources";
import type { UserActor } from "~/domain/identity/actor";
import { placeResource } from "~/domain/resources/place-resource.server";
import { createResource } from "~/domain/resources/resources.server";
import { redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import type { ResourcesForm } from "./resource-forms";

const PATH = "/dashboard/resources";

/** Makes a resource, or puts one in another place of the order. Throws what the functions behind it throw. */
export async function applyResourcesForm(actor: UserActor, form: ResourcesForm): Promise<Response> {
  if (form.intent === "place") {
    await placeResource(actor, form.id, form);
    return redirect(PATH);
  }
  const { intent: _intent, ...input } = form;
  const { id, name } = await createResource(actor, NewResource.parse({ ...input, position: 100_000 }));
  return redirectWith(`${PATH}/${id}`, t("{name} added. Next: add {name} to a service.", { name: isolate(name) }));
}
