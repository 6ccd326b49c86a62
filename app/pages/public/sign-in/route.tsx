import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { Anchor, Button, TextInput } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { SendCode } from "~/contract/auth";
import { listProviders } from "~/domain/identity/provider-sign-in.server";
import { sendSignInCode } from "~/domain/sign-in/sign-in-codes.server";
import { contextOf } from "~/http/client-context";
import { readDevice } from "~/http/device-cookie.server";
import { countCall } from "~/http/limits.server";
import { findVisitor, refuseForgery, safePath, submit } from "~/http/page.server";
import { pendingSignInCookie } from "~/http/sign-in-cookie.server";
import { pickLocale } from "~/i18n/locales";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { Notice } from "~/ui/feedback/notice";
import { fieldLimits } from "~/ui/form/field-limits";
import { CardPage } from "~/ui/layout/card-page";
import styles from "~/ui/layout/card-text.module.css";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.is_new ? "Create your account" : "Sign in"} · Booking Service` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const to = safePath(searchParams.get("to"));
  if (await findVisitor(request)) throw redirect(to);
  return { limits: fieldLimits(SendCode), to, is_new: searchParams.get("new") === "1", providers: listProviders() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  refuseForgery(request);
  const to = safePath(new URL(request.url).searchParams.get("to"));
  const count = () => countCall("send_code", { ip: contextOf(context).ip ?? "", id: "" });
  const send = async (input: SendCode) => {
    const locale = pickLocale(request.headers.get("Accept-Language"), "en");
    const resendAfter = await sendOrKeep(input, readDevice(request, input.email), locale);
    const pending = { email: input.email, resend_at: clock.now() + resendAfter * 1000, to };
    return redirect("/sign-in/code", { headers: { "Set-Cookie": await pendingSignInCookie(pending) } });
  };
  return submit(request, SendCode, send, count);
}

/** Seconds until another code may be asked for. A code that was sent a moment ago still works, so none is sent then. */
async function sendOrKeep(input: SendCode, device: string | null, locale: string): Promise<number> {
  try {
    return (await sendSignInCode(input, device, locale)).resend_after_seconds;
  } catch (error) {
    const wait = error instanceof AppError ? error.extra.details?.resend_after_seconds : undefined;
    if (typeof wait !== "number") throw error;
    return wait;
  }
}

/** This page's address: `to` is where the person goes on to; someone new reads words of their own. */
function signInPath(to: string, isNew: boolean): string {
  return `/sign-in?to=${encodeURIComponent(to)}${isNew ? "&new=1" : ""}`;
}

export default function SignIn() {
  const { limits, to, is_new, providers } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.result;
  const [form, fields] = useForm<SendCode>({ lastResult, id: "sign-in" });
  const isSending = useNavigation().state !== "idle";
  return (
    <CardPage title={is_new ? "Create your account" : "Sign in"}>
      <p className={styles.lead}>We send a six-digit code to your e-mail. There is no password to remember.</p>
      <Form method="post" action={signInPath(to, is_new)} className={styles.form!} {...getFormProps(form)}>
        {form.errors && <Notice tone="bad">{form.errors.join(" ")}</Notice>}
        <TextInput
          {...getInputProps(fields.email, { type: "email" })}
          key={fields.email.key}
          label="E-mail"
          size="md"
          autoComplete="email"
          autoFocus
          {...limits.email}
          withAsterisk={false}
          error={fields.email.errors?.join(" ")}
        />
        <Button type="submit" size="md" loading={isSending}>
          Send me a code
        </Button>
      </Form>
      {providers.length > 0 && (
        <div className={styles.others}>
          <p className={styles.or}>or</p>
          {providers.map(({ id, name }) => (
            <Button
              key={id}
              component="a"
              href={`/auth/${id}?to=${encodeURIComponent(to)}`}
              variant="default"
              size="md"
              fullWidth
            >
              Continue with {name}
            </Button>
          ))}
        </div>
      )}
      {is_new ? (
        <p className={styles.aside}>
          Do you have an account?{" "}
          <Anchor component={Link} to={signInPath(to, false)} size="sm" inherit underline="always">
            Sign in
          </Anchor>
        </p>
      ) : (
        <p className={styles.aside}>
          New here? Enter your e-mail too; we create your account.{" "}
          <Anchor component={Link} to={signInPath(to, true)} size="sm" inherit underline="always">
            Create your account
          </Anchor>
        </p>
      )}
    </CardPage>
  );
}
