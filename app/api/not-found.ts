import { api } from "~/http/api.server";

// Any other address below /api: said in the one error format.
const route = api();
export const loader = route.loader;
export const action = route.action;
