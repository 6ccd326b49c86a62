import express, { type Router } from "express";
import { NoticeSender } from "../calendars/notices";
import { Wire } from "../calendars/wire";
import { GraphControl } from "./control";
import { type GraphCredentials, GraphOAuth } from "./oauth";
import { GraphState } from "./state";
import { GraphSubscriptions } from "./subscriptions";
import { graphErrorBody, GraphWire } from "./wire";

/** The stand-in's path on its server. */
export const GRAPH_PATH = "/graph";

export interface GraphSandbox {
  router: Router;
  state: GraphState;
  oauth: GraphOAuth;
  endpoints: GraphWire;
  wire: Wire;
  notices: NoticeSender;
  control: GraphControl;
}

/**
 * Local Outlook calendars of Microsoft Graph with what the product uses: consent, calendars,
 * deltas, events, subscriptions.
 */
export function graphSandbox({
  file,
  ...credentials
}: GraphCredentials & {
  /** Keeps its memory there; null: as long as the process lives. */ file: string | null;
}): GraphSandbox {
  const state = new GraphState(file);
  const notices = new NoticeSender();
  const subscriptions = new GraphSubscriptions(state, notices);
  const endpoints = new GraphWire(
    state,
    subscriptions,
    (call) => `http://${call.header("Host")}${GRAPH_PATH}`,
  );
  const wire = new Wire(graphErrorBody);
  const oauth = new GraphOAuth(state, credentials, GRAPH_PATH);
  const control = new GraphControl(state, notices, wire, endpoints, subscriptions);
  const router = express.Router();
  router.use(control.router(GRAPH_PATH));
  router.use(oauth.router());
  router.use(wire.router(GRAPH_PATH, endpoints.routes()));
  return { router, state, oauth, endpoints, wire, notices, control };
}
