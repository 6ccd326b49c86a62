import type { ServerBuild } from "@remix-run/node";
import type { NextFunction, Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { match, type MatchFunction } from "path-to-regexp";
import { env } from "~/lib/env.server";
import { edgeContext } from "./edge.server";

type RouteFunction = (args: { request: Request; params: Record<string, string>; context: object }) => Promise<unknown>;
interface LaneRoute {
  match: MatchFunction<Record<string, string | string[]>>;
  loader: RouteFunction | undefined;
  action: RouteFunction | undefined;
}

/**
 * Answers the API's resource routes straight from their loader and action, without Remix's router and stream bridge: the build's own
 * manifest names every path and module. Anything else goes on to Remix. Same files, same answers, several times the requests.
 */
export function directLane(build: ServerBuild): RequestHandler {
  const exact = new Map<string, LaneRoute>();
  const patterns: LaneRoute[] = [];
  for (const route of apiRoutes(build)) {
    if (route.path.includes(":")) patterns.push(route.lane);
    else exact.set(route.path, route.lane);
  }
  return (incoming: ExpressRequest, outgoing: ExpressResponse, next: NextFunction) => {
    if (!incoming.path.startsWith("/api/")) return next();
    const hit = find(exact, patterns, incoming.path);
    if (hit === null) return next();
    const isRead = incoming.method === "GET" || incoming.method === "HEAD";
    const handle = isRead ? hit.route.loader : (hit.route.action ?? hit.route.loader);
    if (handle === undefined) return next();
    answer(handle, hit.params, incoming, outgoing).catch(next);
  };
}

function apiRoutes(build: ServerBuild): { path: string; lane: LaneRoute }[] {
  return Object.values(build.routes).flatMap((route) => {
    // No component: a resource route. A splat is Remix's to judge.
    if (!route?.path?.startsWith("api/") || route.module.default || route.path.includes("*")) return [];
    const lane = {
      match: match<Record<string, string | string[]>>(`/${route.path}`),
      loader: route.module.loader as unknown as RouteFunction | undefined,
      action: route.module.action as unknown as RouteFunction | undefined,
    };
    return [{ path: `/${route.path}`, lane }];
  });
}

function find(exact: Map<string, LaneRoute>, patterns: LaneRoute[], path: string) {
  const route = exact.get(path);
  if (route) return { route, params: {} };
  for (const candidate of patterns) {
    const found = candidate.match(path);
    if (found) return { route: candidate, params: found.params as Record<string, string> };
  }
  return null;
}

async function answer(
  handle: RouteFunction,
  params: Record<string, string>,
  incoming: ExpressRequest,
  outgoing: ExpressResponse,
): Promise<void> {
  const response = (await handle({ request: toRequest(incoming), params, context: edgeContext(incoming) })) as Response;
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (response.body === null || incoming.method === "HEAD") return void outgoing.end();
  if (response.headers.get("Content-Type")?.startsWith("application/json"))
    return void outgoing.end(await response.text());
  Readable.fromWeb(response.body as NodeReadableStream).pipe(outgoing);
}

function toRequest(incoming: ExpressRequest): Request {
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    const [name = "", value = ""] = [incoming.rawHeaders[index], incoming.rawHeaders[index + 1]];
    if (!name.startsWith(":")) headers.append(name, value);
  }
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  return new Request(`${env.BASE_URL}${incoming.originalUrl}`, {
    method: incoming.method,
    headers,
    ...(hasBody && { body: Readable.toWeb(incoming) as unknown as BodyInit, duplex: "half" }),
  } as RequestInit);
}
