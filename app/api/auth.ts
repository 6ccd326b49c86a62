import { auth, CodeVerified } from "~/contract/auth";
import { listMemberships } from "~/domain/identity/accounts.sql.server";
import { sendSignInCode } from "~/domain/sign-in/sign-in-codes.server";
import { createTenant } from "~/domain/tenants/create-tenant.server";
import { bind } from "~/http/api.server";
import { signInWithCode } from "~/http/authenticator.server";
import { readDevice } from "~/http/device-cookie.server";
import { pickLocale } from "~/i18n/locales";

export default bind(auth, {
  sendCode: ({ request, body }) => {
    const locale = pickLocale(request.headers.get("Accept-Language"), "en");
    return sendSignInCode(body, readDevice(request, body.email), locale);
  },
  verifyCode: async ({ request, client, body }) => {
    const { account, headers } = await signInWithCode(request, client, body);
    const verified = {
      account_id: account.id,
      email: account.email,
      tenants: await listMemberships(account.id),
    };
    return Response.json(CodeVerified.parse(verified), { headers });
  },
  createTenant: ({ account, request_id, body, ticket }) =>
    createTenant(account, body, request_id, ticket),
});
