import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { signInWithProvider } from "~/http/authenticator.server";
import { edgeOf } from "~/http/context";
import { countCall } from "~/http/limits.server";
import { answerRefusal, safePath } from "~/http/page.server";
import { SignInProblem } from "~/ui/feedback/sign-in-problem";

/** Where the identity provider sends the browser back to. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerRefusal(async () => {
    const edge = edgeOf(context);
    await countCall("verify_code", { ip: edge.ip ?? "", id: "" });
    const { headers, to } = await signInWithProvider(request, edge);
    headers.set("Cache-Control", "no-store");
    return redirect(safePath(to), { headers });
  });
}

export default SignInProblem;
