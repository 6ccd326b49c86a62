import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SendCode } from "~/contract/auth";
import { listProviders } from "~/domain/identity/provider-sign-in.server";
import { contextOf } from "~/http/client-context";
import { readDevice } from "~/http/device-cookie.server";
import { countCall } from "~/http/limits.server";
import { findVisitor, refuseForgery, safePath, submit } from "~/http/page.server";
import { pendingSignInCookie } from "~/http/sign-in-cookie.server";
import { pickLocale } from "~/i18n/locales";
import { t } from "~/i18n/text";
import { clock } from "~/lib/clock";
import { fieldLimits } from "~/ui/form/field-limits";
import { sendOrKeep } from "./send-code.server";
import { SignInPage } from "./sign-in-page";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.is_new ? t("Create your account") : t("Sign in")} · Booking Service` },
  { name: "description", content: t("We’ll email you a six-digit code. No password needed.") },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const to = safePath(searchParams.get("to"));
  if (await findVisitor(request)) throw redirect(to);
  return {
    limits: fieldLimits(SendCode),
    to,
    is_new: searchParams.get("new") === "1",
    providers: listProviders(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  refuseForgery(request);
  const to = safePath(new URL(request.url).searchParams.get("to"));
  const count = () => countCall("send_code", { ip: contextOf(context).ip ?? "", id: "" });
  const send = async (input: SendCode) => {
    const locale = pickLocale(request.headers.get("Accept-Language"), "en");
    const resendAfter = await sendOrKeep(input, readDevice(request, input.email), locale);
    const pending = { email: input.email, resend_at: clock.now() + resendAfter * 1000, to };
    return redirect("/sign-in/code", {
      headers: { "Set-Cookie": await pendingSignInCookie(pending) },
    });
  };
  return submit(request, SendCode, send, count);
}

export default function SignIn() {
  return (
    <SignInPage
      {...useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
