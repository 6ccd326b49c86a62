import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { startProviderSignIn } from "~/domain/identity/provider-sign-in.server";
import { contextOf } from "~/http/client-context";
import { countCall } from "~/http/limits.server";
import { answerRefusal, safePath } from "~/http/page.server";
import { providerCookie } from "~/http/provider-cookie.server";
import { SignInProblem } from "~/ui/feedback/sign-in-problem";

/**
 * Redirects to the identity provider. A link, because our form-action policy blocks forms that
 * redirect to another site.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const site = request.headers.get("Sec-Fetch-Site");
  // Other sites may link to our sign-in page, but not start a sign-in.
  if (site !== null && site !== "same-origin" && site !== "none") throw redirect("/sign-in");
  return answerRefusal(async () => {
    await countCall("verify_code", { ip: contextOf(context).ip ?? "", id: "" });
    const to = safePath(new URL(request.url).searchParams.get("to"));
    const { url, state } = await startProviderSignIn(params.provider ?? "", to);
    return redirect(url, {
      headers: { "Set-Cookie": providerCookie(state), "Cache-Control": "no-store" },
    });
  });
}

export default SignInProblem;
