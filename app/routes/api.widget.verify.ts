import { verification } from "~/contract/verification";
import { startVerification } from "~/domain/verification/verification.server";
import { api, on } from "~/http/api.server";

const route = api(on(verification.start, ({ actor, body }) => startVerification(actor, body)));
export const loader = route.loader;
export const action = route.action;
