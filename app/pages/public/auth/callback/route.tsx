import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { signInWithProvider } from "~/http/authenticator.server";
import { contextOf } from "~/http/client-context";
import { countCall } from "~/http/limits.server";
import { answerRefusal, safePath } from "~/http/page.server";
import { SignInProblem } from "~/ui/feedback/sign-in-problem";

/** Redirect URI of the identity provider. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerRefusal(async () => {
    const client = contextOf(context);
    await countCall("verify_code", { ip: client.ip ?? "", id: "" });
    const { headers, to } = await signInWithProvider(request, client);
    headers.set("Cache-Control", "no-store");
    return redirect(safePath(to), { headers });
  });
}

export default SignInProblem;
