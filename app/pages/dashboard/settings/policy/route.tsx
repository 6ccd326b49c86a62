import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { updateTenant } from "~/domain/tenants/tenant-profile.server";
import { orConflict } from "~/http/changed-meanwhile.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { PolicyForm as Fields, readPolicyForm } from "./policy-fields";
import { loadPolicy } from "./load.server";
import { PolicyPage } from "./policy-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Policy")} · Booking Service` }];

const PATH = "/dashboard/settings/policy";

export async function loader({ request }: LoaderFunctionArgs) {
  return loadPolicy(await requireActor(request, "admin"));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, Fields, async (form) => {
    if (form.intent === "example") return data({ tried: form });
    return orConflict(form, async () => {
      await updateTenant(actor, { policy: readPolicyForm(form) }, form.read_at);
      return redirectWith(PATH, t("Saved the policy. It applies to existing bookings too."));
    });
  });
}

export default function Policy() {
  return (
    <PolicyPage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}
