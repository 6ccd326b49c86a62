import express, { type Router } from "express";
import { NoticeSender } from "../calendars/notices";
import { Wire } from "../calendars/wire";
import { GoogleChannels } from "./channels";
import { GoogleControl } from "./control";
import { type GoogleCredentials, GoogleOAuth } from "./oauth";
import { GoogleState } from "./state";
import { googleErrorBody, GoogleWire } from "./wire";

/** The stand-in's path on its server. */
export const GOOGLE_PATH = "/google";

export interface GoogleSandbox {
  router: Router;
  state: GoogleState;
  oauth: GoogleOAuth;
  wire: Wire;
  notices: NoticeSender;
  control: GoogleControl;
}

/**
 * A local Google Calendar with what the product uses: OAuth with a consent page, calendars, events,
 * notification channels.
 */
export function googleSandbox({
  file,
  ...credentials
}: GoogleCredentials & {
  /** Keeps its memory there; null: as long as the process lives. */ file: string | null;
}): GoogleSandbox {
  const state = new GoogleState(file);
  const notices = new NoticeSender();
  const endpoints = new GoogleWire(state, new GoogleChannels(state, notices));
  const wire = new Wire(googleErrorBody);
  const oauth = new GoogleOAuth(state, credentials, GOOGLE_PATH);
  const control = new GoogleControl(state, notices, wire, endpoints);
  const router = express.Router();
  router.use(control.router(GOOGLE_PATH));
  router.use(oauth.router());
  router.use(wire.router(GOOGLE_PATH, endpoints.routes()));
  return { router, state, oauth, wire, notices, control };
}
