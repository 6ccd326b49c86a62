import { auth } from "~/contract/auth";
import { sendSignInCode } from "~/domain/sign-in/sign-in-codes.server";
import { api, on } from "~/http/api.server";
import { readDevice } from "~/http/device-cookie.server";

const route = api(
  on(auth.sendCode, ({ request, body }) => {
    return sendSignInCode(body, readDevice(request, body.email));
  }),
);
export const loader = route.loader;
export const action = route.action;
