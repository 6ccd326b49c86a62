import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { TemplatePreview } from "~/contract/email";
import { PreviewForm, PreviewQuery } from "./mail-forms";
import { readTemplateText } from "~/domain/email/template-text.server";
import { previewTemplate } from "~/domain/email/try-template.server";
import { framedAnswer } from "~/http/framed-answer.server";
import { pageError, requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { allProblems } from "~/ui/form/problems";

// Content of the preview frame: the stored text, then posted edits.

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const query = PreviewQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) throw pageError(404, t("This email doesn’t exist."));
  const { key, locale } = query.data;
  const { own, standard } = await readTemplateText(actor, key, locale);
  const { subject, body } = own ?? standard;
  return toAnswer(await previewTemplate(actor, { key, locale, subject, body }));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const answer = await submit(request, PreviewForm, async (form) =>
    toAnswer(await previewTemplate(actor, form)),
  );
  if (answer instanceof Response) return answer;
  return framedAnswer(
    { title: t("No preview"), lines: [allProblems(answer.data.result.error)] },
    answer.init?.status,
  );
}

const toAnswer = ({ subject, html }: TemplatePreview) => framedAnswer({ title: subject, html });
