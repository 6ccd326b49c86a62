import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { findDemoOwner } from "~/domain/identity/accounts.sql.server";
import { openSession } from "~/http/authenticator.server";
import { contextOf } from "~/http/client-context";
import { pageError } from "~/http/page.server";
import { t } from "~/i18n/text";
import { isEqual } from "~/lib/crypto.server";
import { env, isProduction } from "~/lib/env.server";

/** One-click sign-in to the demo company with the token of the current run; a 404 elsewhere. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const isDemo = env.DEMO === "1" && !isProduction && env.DEMO_SIGN_IN_TOKEN !== undefined;
  if (!isDemo || !isEqual(token, env.DEMO_SIGN_IN_TOKEN ?? ""))
    throw pageError(404, t("Page not found"));
  const owner = await findDemoOwner();
  if (owner === null) throw pageError(404, t("Page not found"));
  return redirect("/dashboard", { headers: await openSession(request, contextOf(context), owner) });
}

/** Never rendered, because the loader redirects. Needed so that an error gets the 404 page. */
export default function DemoSignIn() {
  return null;
}
