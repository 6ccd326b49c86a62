import { auth } from "~/contract/auth";
import { sendSignInCode } from "~/domain/identity/sign-in-codes.server";
import { api, on } from "~/http/api.server";

const route = api(on(auth.sendCode, ({ body }) => sendSignInCode(body)));
export const loader = route.loader;
export const action = route.action;
