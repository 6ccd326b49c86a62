import { auth } from "~/contract/auth";
import { sendSignInCode } from "~/domain/sign-in/sign-in-codes.server";
import { api, on } from "~/http/api.server";
import { refuseOtherSites } from "~/http/authenticator.server";

const route = api(
  on(auth.sendCode, ({ request, body }) => {
    refuseOtherSites(request);
    return sendSignInCode(body);
  }),
);
export const loader = route.loader;
export const action = route.action;
