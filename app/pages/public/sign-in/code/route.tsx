import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { VerifyCode } from "~/contract/auth";
import { signInWithCode } from "~/http/authenticator.server";
import { contextOf } from "~/http/client-context";
import { countCall } from "~/http/limits.server";
import { refuseForgery, safePath, submit } from "~/http/page.server";
import { endedSignInCookie, readPendingSignIn } from "~/http/sign-in-cookie.server";
import { clock } from "~/lib/clock";
import { env } from "~/lib/env.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { CodePage } from "./code-page";

export const meta: MetaFunction = () => [{ title: "Enter your code · Booking Service" }];

const Code = VerifyCode.pick({ code: true });

export async function loader({ request }: LoaderFunctionArgs) {
  const pending = await readPendingSignIn(request);
  if (pending === null) throw redirect("/sign-in");
  return {
    limits: fieldLimits(Code),
    email: pending.email,
    to: safePath(pending.to),
    resend_at: pending.resend_at,
    resend_after_seconds: Math.max(0, Math.ceil((pending.resend_at - clock.now()) / 1000)),
    outbox_url: env.DEMO === "1" && env.SANDBOX_URL ? `${env.SANDBOX_URL}/outbox` : null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  refuseForgery(request);
  const pending = await readPendingSignIn(request);
  if (pending === null) throw redirect("/sign-in");
  const client = contextOf(context);
  const count = () => countCall("verify_code", { ip: client.ip ?? "", id: "" });
  const prove = async ({ code }: z.output<typeof Code>) => {
    const session = await signInWithCode(request, client, { email: pending.email, code });
    const headers = new Headers(session.headers);
    headers.append("Set-Cookie", await endedSignInCookie());
    return redirect(safePath(pending.to), { headers });
  };
  return submit(request, Code, prove, count);
}

export default function TypeCode() {
  return <CodePage {...useLoaderData<typeof loader>()} lastResult={useActionData<typeof action>()?.result} />;
}
