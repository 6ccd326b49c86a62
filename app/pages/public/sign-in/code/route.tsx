import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { signInWithCode } from "~/http/authenticator.server";
import { contextOf } from "~/http/client-context";
import { countCall } from "~/http/limits.server";
import { refuseForgery, safePath, submit } from "~/http/page.server";
import { endedSignInCookie, readPendingSignIn } from "~/http/sign-in-cookie.server";
import { t } from "~/i18n/text";
import { Code } from "./code-form";
import { CodePage } from "./code-page";
import { loadCode } from "./load.server";

export const meta: MetaFunction = () => [{ title: `${t("Enter your code")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const pending = await readPendingSignIn(request);
  if (pending === null) throw redirect("/sign-in");
  return loadCode(pending);
}

export async function action({ request, context }: ActionFunctionArgs) {
  refuseForgery(request);
  const pending = await readPendingSignIn(request);
  if (pending === null) throw redirect("/sign-in");
  const client = contextOf(context);
  const count = () => countCall("verify_code", { ip: client.ip ?? "", id: "" });
  const prove = async ({ code }: Code) => {
    const session = await signInWithCode(request, client, { email: pending.email, code });
    const headers = new Headers(session.headers);
    headers.append("Set-Cookie", await endedSignInCookie());
    return redirect(safePath(pending.to), { headers });
  };
  return submit(request, Code, prove, count);
}

export default function TypeCode() {
  return (
    <CodePage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
