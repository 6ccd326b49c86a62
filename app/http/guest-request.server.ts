import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { AppError } from "~/lib/app-error";
import { databaseRefusal } from "~/lib/database-away";
import { contextOf } from "./client-context";
import { readForm } from "./form.server";
import { countCall } from "./limits.server";
import { tokenPageHeaders } from "./security-headers.server";
import { oncePerVisit } from "./visit.server";

const MAX_FORM_BYTES = 64 * 1024;

/** A request for a page without an account, and the record that its address opened. */
export interface GuestRequest<Subject> {
  request: Request;
  url: URL;
  /** The browser's IP address; empty when unknown. */
  ip: string;
  subject: Subject;
  /** Reloads the subject. */
  reopen: () => Promise<Subject | null>;
}

/**
 * Counts the request and opens the record that the address names; null when it opens nothing: an
 * invalid signature, or the record is gone. After a refused form Remix runs the loader too, but the
 * request counts once.
 */
export async function openGuest<Subject>(
  { request, params, context }: LoaderFunctionArgs | ActionFunctionArgs,
  open: (name: string, requestId: string | null, query: URLSearchParams) => Promise<Subject | null>,
): Promise<GuestRequest<Subject> | null> {
  const { ip = "", request_id = null } = contextOf(context);
  await oncePerVisit("guest_page", () => countCall("guest_page", { ip, id: "" }));
  const url = new URL(request.url);
  const reopen = () => open(params["token"] ?? params["slug"] ?? "", request_id, url.searchParams);
  const subject = await reopen();
  return subject && { request, url, ip, subject, reopen };
}

/**
 * Reads the form, at most 64 KB. null for content that the page's form can't send, and for a form
 * sent by another site.
 */
export async function readGuestForm(
  request: Request,
  checkCsrf: (request: Request) => void,
): Promise<URLSearchParams | null> {
  try {
    checkCsrf(request);
    return await readForm(request, MAX_FORM_BYTES);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** For a file of a booking whose link opens nothing. */
export const noSuchBooking = () =>
  new Response("There is no such booking.\n", { status: 404, headers: tokenPageHeaders });

/**
 * The refusal of a file or redirect behind a secret address. Rethrows unexpected errors.
 */
export function answerRefusal(thrown: unknown): Response {
  const error = databaseRefusal(thrown) ?? thrown;
  if (!(error instanceof AppError)) throw error;
  return new Response(`${error.message}\n`, {
    status: error.status,
    headers: {
      ...error.extra.headers,
      ...tokenPageHeaders,
      "Content-Type": "text/plain; charset=utf-8",
    },
  });
}
