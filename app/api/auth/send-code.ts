import { auth } from "~/contract/auth";
import { sendSignInCode } from "~/domain/sign-in/sign-in-codes.server";
import { api, on } from "~/http/api.server";
import { readDevice } from "~/http/device-cookie.server";
import { pickLocale } from "~/i18n/locales";

const route = api(
  on(auth.sendCode, ({ request, body }) => {
    const locale = pickLocale(request.headers.get("Accept-Language"), "en");
    return sendSignInCode(body, readDevice(request, body.email), locale);
  }),
);
export const loader = route.loader;
export const action = route.action;
