import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { AppError } from "~/lib/app-error";
import { databaseRefusal } from "~/lib/database-away";
import { contextOf } from "./client-context";
import { checkGuestCsrf, checkPublicCsrf } from "./csrf.server";
import { readForm } from "./form.server";
import { countCall } from "./limits.server";
import { tokenPageHeaders } from "./security-headers.server";

const MAX_FORM_BYTES = 64 * 1024;

/** What a link opened, and the request that opened it. */
export interface GuestRequest<Subject> {
  request: Request;
  url: URL;
  /** Of the browser; empty where there is none. */
  ip: string;
  subject: Subject;
  /** Reads the subject again, in its current state. */
  reopen: () => Promise<Subject | null>;
}

/** A page of someone who has no account: the token in its address, which was sent to them, says who they are. */
export interface GuestPage<Subject> {
  /** An address that anyone may know, named by its parameter, instead of one with a token. */
  public?: "slug";
  /** What the token opens; null for one that was not made here, or opens nothing any more. */
  open: (
    token: string,
    requestId: string | null,
    query: URLSearchParams,
  ) => Promise<Subject | null>;
  /** The page for a token that opens nothing. */
  missing: (request: Request) => Response;
  show: (guest: GuestRequest<Subject>) => Promise<Response>;
  /** What the page's forms do. Without it the page takes none. */
  change?: (guest: GuestRequest<Subject>, form: URLSearchParams) => Promise<Response>;
  /** The page for a form that it did not send itself. */
  refuse?: (guest: GuestRequest<Subject>) => Promise<Response>;
}

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Route = (args: Args) => Promise<Response>;

/**
 * The loader and action of a guest's page, the same steps for each: limit, token, for a form where it comes from and what it holds. Every
 * answer, refusals too, keeps an address with a token to itself.
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

/** What a page without a layout of its own says of a refusal. Throws on what is none. */
export function answerRefusal(thrown: unknown): Response {
  const error = databaseRefusal(thrown) ?? thrown;
  if (!(error instanceof AppError)) throw error;
  const headers = { ...error.extra.headers, "Content-Type": "text/plain; charset=utf-8" };
  return new Response(`${error.message}\n`, { status: error.status, headers });
}

/** The form, at most 64 KB; null for anything the page's form would not send, and for one that another site sent. */
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
