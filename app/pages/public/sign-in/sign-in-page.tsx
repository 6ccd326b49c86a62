import { useNavigation } from "@remix-run/react";
import { t } from "~/i18n/text";
import type { FieldLimits } from "~/ui/form/field-limits";
import { TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { CardPage } from "~/ui/layout/card-page";
import { Rich } from "~/ui/rich";
import styles from "~/ui/layout/card-text.module.css";
import { Button, LinkButton } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";

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
      <p className={styles.lead}>{t("We’ll email you a six-digit code. No password needed.")}</p>
      <PageForm
        action={signInPath(to, is_new)}
        limits={limits}
        refusal={refusal}
        className={styles.form!}
      >
        <TextField name="email" label={t("Email")} type="email" autoComplete="email" autoFocus />
        <Button variant="primary" type="submit" loading={isSending}>
          {t("Send code")}
        </Button>
      </PageForm>
      {providers.length > 0 && (
        <div className={styles.others}>
          <p className={styles.or}>{t("or")}</p>
          {providers.map(({ id, name }) => (
            <LinkButton key={id} href={`/auth/${id}?to=${encodeURIComponent(to)}`} fullWidth>
              {t("Continue with {{name}}", { name })}
            </LinkButton>
          ))}
        </div>
      )}
      {is_new ? (
        <p className={styles.aside}>
          <Rich
            text={t("Have an account? <link>Sign in</link>")}
            parts={{ link: (inner) => <TextLink to={signInPath(to, false)}>{inner}</TextLink> }}
          />
        </p>
      ) : (
        <p className={styles.aside}>
          <Rich
            text={t("New here? <link>Create your account</link>")}
            parts={{ link: (inner) => <TextLink to={signInPath(to, true)}>{inner}</TextLink> }}
          />
        </p>
      )}
    </CardPage>
  );
}
