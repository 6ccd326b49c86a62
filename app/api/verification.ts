import { verification } from "~/contract/verification";
import { confirmVerification, startVerification } from "~/domain/verification/verification.server";
import { bind } from "~/http/api.server";
import { pickLocale } from "~/i18n/locales";

export default bind(verification, {
  start: ({ actor, body, ticket, request }) => {
    const locale = pickLocale(request.headers.get("Accept-Language"), actor.tenant.locale);
    return startVerification(actor, body, ticket, locale);
  },
  confirm: ({ actor, body, ticket }) => confirmVerification(actor, body, ticket),
});
