import { account, AccountClosing } from "~/contract/account";
import { deleteAccount } from "~/domain/account/delete-account.server";
import { personOf } from "~/domain/identity/person";
import { api, on } from "~/http/api.server";
import { jsonResponse } from "~/http/json-response.server";
import { endedSessionCookie } from "~/http/session-cookie.server";

const route = api(
  on(account.delete, async ({ actor, body }) => {
    const closing = await deleteAccount(personOf(actor), body);
    if (closing !== null)
      return jsonResponse(202, JSON.stringify(AccountClosing.parse(closing)), {});
    return new Response(null, { status: 204, headers: { "Set-Cookie": endedSessionCookie() } });
  }),
);
export const loader = route.loader;
export const action = route.action;
