import { verification } from "~/contract/verification";
import { startVerification } from "~/domain/verification/verification.server";
import { api, on } from "~/http/api.server";
import { pickLocale } from "~/i18n/locales";

const route = api(
  on(verification.start, ({ actor, body, ticket, request }) => {
    const locale = pickLocale(request.headers.get("Accept-Language"), actor.tenant.locale);
    return startVerification(actor, body, ticket, locale);
  }),
);
export const loader = route.loader;
export const action = route.action;
