import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { changePreferences } from "~/domain/users/preferences.server";
import { findVisitor, refuseForgery, safePath, submit } from "~/http/page.server";
import { languageCookie } from "~/http/page-language.server";
import { LOCALES } from "~/i18n/locales";

/** A form target without a page. */
export function loader() {
  return redirect("/");
}

const LanguageForm = z.object({
  language: z.enum(LOCALES).optional().describe("the browser's own, when absent"),
  to: z.string().max(2000).optional(),
});

/** Sets the page language in this browser and, if signed in, for the user's account. */
export async function action({ request }: ActionFunctionArgs) {
  refuseForgery(request);
  const visitor = await findVisitor(request);
  return submit(request, LanguageForm, async ({ language = null, to }) => {
    if (visitor?.actor) await changePreferences(visitor.actor, { language });
    return redirect(safePath(to), { headers: { "Set-Cookie": languageCookie(language) } });
  });
}
