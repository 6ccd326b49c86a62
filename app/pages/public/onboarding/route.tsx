import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { hasRole } from "~/domain/identity/actor";
import { readOnboarding } from "~/domain/onboarding/onboarding.server";
import { requireVisitor } from "~/http/page.server";

/** Redirects to the next step. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { actor } = await requireVisitor(request);
  if (actor === null) throw redirect("/onboarding/company");
  if (!hasRole(actor, "admin")) throw redirect("/dashboard");
  const { current_step } = await readOnboarding(actor);
  return redirect(`/onboarding/${current_step}`);
}
