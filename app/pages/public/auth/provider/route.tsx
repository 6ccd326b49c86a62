import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { startProviderSignIn } from "~/domain/identity/provider-sign-in.server";
import { contextOf } from "~/http/client-context";
import { countCall } from "~/http/limits.server";
import { answerRefusal, safePath } from "~/http/page.server";
import { providerCookie } from "~/http/provider-cookie.server";
import { SignInProblem } from "~/ui/feedback/sign-in-problem";

/** Sends the browser to the identity provider. A link, since a form could not lead to another site under our own form-action. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const site = request.headers.get("Sec-Fetch-Site");
  // Another site may show our sign-in page, but not begin a sign-in.
  if (site !== null && site !== "same-origin" && site !== "none") throw redirect("/sign-in");
  return answerRefusal(async () => {
    await countCall("verify_code", { ip: contextOf(context).ip ?? "", id: "" });
    const to = safePath(new URL(request.url).searchParams.get("to"));
    const { url, kept } = await startProviderSignIn(params.provider ?? "", to);
    return redirect(url, {
      headers: { "Set-Cookie": providerCookie(kept), "Cache-Control": "no-store" },
    });
  });
}

export default SignInProblem;
