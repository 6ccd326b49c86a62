import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NewTenant } from "~/contract/auth";
import { saveOnboardingStep } from "~/domain/onboarding/onboarding.server";
import { saveBusinessKind } from "~/domain/onboarding/set-up-resources.server";
import { createTenant } from "~/domain/tenants/create-tenant.server";
import { contextOf } from "~/http/client-context";
import { countCall } from "~/http/limits.server";
import { requireActor, requireVisitor, submit } from "~/http/page.server";
import { Company } from "./company-form";
import { CompanyPage } from "./company-page";
import { loadCompany } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = await requireVisitor(request);
  if (visitor.actor !== null) await requireActor(request, "admin");
  return loadCompany(visitor, request.headers.get("Accept-Language"));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await requireVisitor(request);
  const actor = visitor.actor === null ? null : await requireActor(request, "admin");
  return submit(request, Company, async ({ kind, ...fields }) => {
    const input = { ...fields, email: fields.email ?? null };
    if (actor === null) {
      await countCall("create_tenant", { ip: contextOf(context).ip ?? "", id: "" });
      const { id } = await createTenant(visitor, NewTenant.parse(input), null);
      await saveBusinessKind(id, kind);
    } else {
      const { owner_name: _asked, ...data } = input;
      await saveOnboardingStep(actor, { step: "company", data });
      await saveBusinessKind(actor.tenant.id, kind);
    }
    return redirect("/onboarding/resource");
  });
}

export default function CompanyStep() {
  return (
    <CompanyPage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
