import { api } from "~/http/api.server";

// Unknown addresses below /api get the standard error format.
const route = api();
export const loader = route.loader;
export const action = route.action;
