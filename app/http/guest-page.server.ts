import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { AppError } from "~/lib/app-error";
import { databaseRefusal } from "~/lib/database-away";
import { contextOf } from "./client-context";
import { checkGuestCsrf, checkPublicCsrf } from "./csrf.server";
import { readForm } from "./form.server";
import { countCall } from "./limits.server";
import { tokenPageHeaders } from "./security-headers.server";

const MAX_FORM_BYTES = 64 * 1024;

/** The request, and the record that its link opened. */
export interface GuestRequest<Subject> {
  request: Request;
  url: URL;
  /** The browser's IP address; empty when unknown. */
  ip: string;
  subject: Subject;
  /** Reloads the subject. */
  reopen: () => Promise<Subject | null>;
}

/** A page for someone without an account, authenticated by the token in its address. */
export interface GuestPage<Subject> {
  /** Name of the parameter of a public address, for a page without a token. */
  public?: "slug";
  /** Loads the subject of a token; null when the signature is invalid or the subject is gone. */
  open: (
    token: string,
    requestId: string | null,
    query: URLSearchParams,
  ) => Promise<Subject | null>;
  /** The page for a token that opens nothing. */
  missing: (request: Request) => Response;
  show: (guest: GuestRequest<Subject>) => Promise<Response>;
  /** Handles the page's forms. A page without it takes none. */
  change?: (guest: GuestRequest<Subject>, form: URLSearchParams) => Promise<Response>;
  /** The page shown for a form that another site sent. */
  refuse?: (guest: GuestRequest<Subject>) => Promise<Response>;
}

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Route = (args: Args) => Promise<Response>;

/**
 * The loader and action of a guest page, with the same steps for each: rate limit, token and, for a
 * form, origin and content. No response, refusals included, leaks or caches an address with a
 * token.
 */
export function guestPage<Subject>(page: GuestPage<Subject>): { loader: Route; action: Route } {
  const steps = async ({ request, params, context }: Args): Promise<Response> => {
    const client = contextOf(context);
    await countCall("guest_page", { ip: client.ip ?? "", id: "" });
    const open = () =>
      page.open(
        params[page.public ?? "token"] ?? "",
        client.request_id ?? null,
        new URL(request.url).searchParams,
      );
    const subject = await open();
    if (subject === null) return page.missing(request);
    const guest = {
      request,
      url: new URL(request.url),
      ip: client.ip ?? "",
      subject,
      reopen: open,
    };
    if (request.method === "GET" || request.method === "HEAD") return page.show(guest);
    if (page.change === undefined || page.refuse === undefined)
      throw new AppError("method_not_allowed", "This page takes no form.", {
        headers: { Allow: "GET, HEAD" },
      });
    const form = await readOwnForm(
      request,
      page.public === undefined ? checkGuestCsrf : checkPublicCsrf,
    );
    return form === null ? page.refuse(guest) : page.change(guest, form);
  };
  const route: Route = async (args) => {
    const answer = await steps(args).catch(answerRefusal);
    return page.public === undefined ? keepPrivate(answer) : answer;
  };
  return { loader: route, action: route };
}

function keepPrivate(response: Response): Response {
  for (const [name, value] of Object.entries(tokenPageHeaders)) response.headers.set(name, value);
  return response;
}

/** The refusal page for a route without a layout. Rethrows unexpected errors. */
export function answerRefusal(thrown: unknown): Response {
  const error = databaseRefusal(thrown) ?? thrown;
  if (!(error instanceof AppError)) throw error;
  const headers = { ...error.extra.headers, "Content-Type": "text/plain; charset=utf-8" };
  return new Response(`${error.message}\n`, { status: error.status, headers });
}

/**
 * Reads the form, at most 64 KB. null for content that the page's form can't send, and for a form
 * sent by another site.
 */
async function readOwnForm(
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
