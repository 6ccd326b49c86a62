import { auth, CodeVerified } from "~/contract/auth";
import { listMemberships } from "~/domain/identity/accounts.sql.server";
import { api, on } from "~/http/api.server";
import { signInWithCode } from "~/http/authenticator.server";

const route = api(
  on(auth.verifyCode, async ({ request, client, body }) => {
    const { account, headers } = await signInWithCode(request, client, body);
    const verified = {
      account_id: account.id,
      email: account.email,
      tenants: await listMemberships(account.id),
    };
    return Response.json(CodeVerified.parse(verified), { headers });
  }),
);
export const loader = route.loader;
export const action = route.action;
