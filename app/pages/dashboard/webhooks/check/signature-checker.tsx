import { msg, t } from "~/i18n/text";
import { clock } from "~/lib/clock";
import { type FormEvent, useState } from "react";
import { Notice } from "~/ui/feedback/notice";
import { Icon } from "~/ui/icon";
import { Button } from "~/ui/kit/button";
import { Textarea, TextInput } from "~/ui/kit/inputs";
import { checkSignature, type Finding } from "./check-signature";
import { FORM } from "~/ui/kit/form";

const ICONS = { good: "check", note: "info", bad: "warning" } as const;
const PARTS: Record<Finding["part"], string> = {
  headers: msg("Headers"),
  secret: msg("Secret"),
  timestamp: msg("Timestamp"),
  body: msg("Body"),
  signature: msg("Signature"),
};

/**
 * Verifies a delivery in the browser. The fields have no names, so they are never submitted, even
 * if the script failed to load.
 */
export function SignatureChecker({ sent }: { sent: { body: string; headers: string } | null }) {
  const [findings, setFindings] = useState<Finding[] | null>(null);
  const check = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const text = (id: string) =>
      (elements.namedItem(id) as HTMLInputElement | HTMLTextAreaElement).value; // the fields below
    const received = { body: text("body"), headers: text("headers"), secret: text("secret") };
    setFindings(await checkSignature(received, clock.now(), sent?.body));
  };
  return (
    <>
      <p className="max-w-176 m-0 mb-4 text-muted">
        {t(
          "Paste what your server received and the webhook’s signing secret. Everything is computed in this browser; nothing is sent.",
        )}
      </p>
      <noscript>
        <Notice tone="info">
          {t("This page needs JavaScript, because the secret must not leave your browser.")}
        </Notice>
      </noscript>
      <form className={`${FORM} needs-script`} onSubmit={(event) => void check(event)}>
        <Textarea
          id="body"
          label={t("Body")}
          description={t("The raw bytes, before any JSON parsing.")}
          className="[&_:is(input,textarea)]:font-mono [&_:is(input,textarea)]:text-[0.875rem] [&_:is(input,textarea)]:wrap-anywhere"
          rows={6}
          defaultValue={sent?.body}
          spellCheck={false}
          required
        />
        <Textarea
          id="headers"
          label={t("Headers")}
          description={t("One per line, as Name: value.")}
          className="[&_:is(input,textarea)]:font-mono [&_:is(input,textarea)]:text-[0.875rem] [&_:is(input,textarea)]:wrap-anywhere"
          rows={6}
          defaultValue={sent?.headers}
          spellCheck={false}
        />
        <TextInput
          id="secret"
          label={t("Signing secret")}
          description={t("Starts with whsec_.")}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Button variant="primary" type="submit">
          {t("Check signature")}
        </Button>
      </form>
      <div role="status" className="max-w-176 mt-6">
        {findings !== null && (
          <ul className="flex flex-col gap-2 m-0 p-0 list-none [&_li[data-verdict='good']]:bg-good-soft [&_li[data-verdict='good']]:text-good [&_li[data-verdict='note']]:bg-wait-soft [&_li[data-verdict='note']]:text-wait [&_li[data-verdict='bad']]:bg-bad-soft [&_li[data-verdict='bad']]:text-bad">
            {findings.map(({ part, verdict, text }) => (
              <li
                className="flex gap-2 items-start py-2.5 px-3 rounded-md"
                key={part + text}
                data-verdict={verdict}
              >
                <Icon name={ICONS[verdict]} />
                <span>
                  <strong>{t(PARTS[part])}</strong> {text}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
