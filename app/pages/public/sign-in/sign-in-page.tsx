import { useNavigation } from "@remix-run/react";
import { t } from "~/i18n/text";
import type { FieldLimits } from "~/ui/form/field-limits";
import { TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { CardPage } from "~/ui/layout/card-page";
import { Rich } from "~/ui/rich";
import { Button, LinkButton } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";

const ASIDE =
  "m-0 mt-5 pt-5 border-t border-line text-muted text-sm [&_a]:inline-block [&_a]:leading-[1.5rem]";

/** URL of this page: `to` is the destination after sign-in; new users see different texts. */
function signInPath(to: string, isNew: boolean): string {
  return `/sign-in?to=${encodeURIComponent(to)}${isNew ? "&new=1" : ""}`;
}

interface SignInPageProps {
  limits: Record<string, FieldLimits>;
  /** Destination after sign-in. */
  to: string;
  is_new: boolean;
  providers: { id: string; name: string }[];
  refusal: FormRefusal | undefined;
}

/** Asks for an email address to send a code to, or offers identity providers. */
export function SignInPage({ limits, to, is_new, providers, refusal }: SignInPageProps) {
  const isSending = useNavigation().state !== "idle";
  return (
    <CardPage title={is_new ? t("Create your account") : t("Sign in")}>
      <p className="m-0 mb-6 text-muted [&_strong]:text-text [&_strong]:font-semibold [&_strong]:wrap-anywhere">
        {t("We’ll email you a six-digit code. No password needed.")}
      </p>
      <PageForm
        action={signInPath(to, is_new)}
        limits={limits}
        refusal={refusal}
        className="flex flex-col gap-4"
      >
        <TextField name="email" label={t("Email")} type="email" autoComplete="email" autoFocus />
        <Button variant="primary" type="submit" loading={isSending}>
          {t("Send code")}
        </Button>
      </PageForm>
      {providers.length > 0 && (
        <div className="flex flex-col gap-3 mt-4">
          <p className="flex gap-3 items-center m-0 text-muted text-sm before:flex-1 before:border-t before:border-line before:content-[''] after:flex-1 after:border-t after:border-line after:content-['']">
            {t("or")}
          </p>
          {providers.map(({ id, name }) => (
            <LinkButton key={id} href={`/auth/${id}?to=${encodeURIComponent(to)}`} fullWidth>
              {t("Continue with {{name}}", { name })}
            </LinkButton>
          ))}
        </div>
      )}
      {is_new ? (
        <p className={ASIDE}>
          <Rich
            text={t("Have an account? <link>Sign in</link>")}
            parts={{ link: (inner) => <TextLink to={signInPath(to, false)}>{inner}</TextLink> }}
          />
        </p>
      ) : (
        <p className={ASIDE}>
          <Rich
            text={t("New here? <link>Create your account</link>")}
            parts={{ link: (inner) => <TextLink to={signInPath(to, true)}>{inner}</TextLink> }}
          />
        </p>
      )}
    </CardPage>
  );
}
