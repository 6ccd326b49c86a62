import {
  type Attributes,
  context,
  isSpanContextValid,
  type ProxyTracerProvider,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";

// Spans for whoever starts this process with an OpenTelemetry SDK of their own (docs/operations.md). Without one every function here does
// the work that it is given, and nothing else.

const NAME = "booking-service";

let isOn: boolean | undefined;
/** Whether an SDK was registered before the first call; it is, by node's `--import`. */
export function isTraced(): boolean {
  // Until an SDK is there the global provider is the API's own, which has none to hand calls on to.
  return (isOn ??=
    (trace.getTracerProvider() as ProxyTracerProvider).getDelegateTracer?.(NAME) !== undefined);
}

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function spanContextOf(traceparent: string | null | undefined): SpanContext | null {
  const [, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  const found: SpanContext = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
  };
  return isSpanContextValid(found) ? found : null;
}

/** Names the span that is at work here, for whoever goes on with it in another process; null where nothing is traced. */
export function traceparent(): string | null {
  if (!isTraced()) return null;
  const at = trace.getActiveSpan()?.spanContext();
  if (at === undefined || !isSpanContextValid(at)) return null;
  return `00-${at.traceId}-${at.spanId}-${(at.traceFlags & 1).toString(16).padStart(2, "0")}`;
}

export interface SpanOptions {
  kind: "server" | "client" | "consumer";
  /** The traceparent of what this goes on with; null or another shape: nothing. Not given: the span at work here. */
  parent?: string | null | undefined;
  attributes?: Attributes;
}
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Does `work` in a span, which ends with it and says if it failed. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!isTraced()) return work(undefined);
  const remote = spanContextOf(options.parent);
  const from =
    options.parent === undefined
      ? context.active()
      : remote === null
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, remote);
  const { attributes = {} } = options;
  const span = trace
    .getTracer(NAME)
    .startSpan(name, { kind: kinds[options.kind], attributes }, from);
  try {
    return await context.with(trace.setSpan(from, span), () => work(span));
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** What failed, by its class: messages may name guests and keys. */
function fail(span: Span, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const MOST_NAMES = 2000;
const names = new Map<string, string>();

/** "insert booking", "select place_booking", "commit": what a statement does, and to what; none of its values. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const [verb = "statement"] = /[a-z]+/i.exec(text.replace(/--.*$/gm, "")) ?? [];
  const target =
    /^\s*select\s+(?:\*\s+from\s+)?(\w+)\s*\(/i.exec(text) ??
    /\b(?:from|into|update)\s+"?(?:public"?\."?)?([\w.]+)/i.exec(text);
  const name = [verb.toLowerCase(), target?.[1]].filter(Boolean).join(" ");
  if (names.size < MOST_NAMES) names.set(text, name);
  return name;
}

/** Sends a statement in a span of what it is sent for; one that nothing asked for (a poll) has none. */
export function tracedStatement<T>(text: unknown, send: () => T): T {
  if (!isTraced() || trace.getActiveSpan() === undefined) return send();
  const name = statementName(typeof text === "string" ? text : "");
  const attributes = { "db.system.name": "postgresql", "db.query.summary": name };
  const span = trace.getTracer(NAME).startSpan(name, { kind: SpanKind.CLIENT, attributes });
  const result = send();
  if (!(result instanceof Promise)) span.end();
  else
    result.then(
      () => span.end(),
      (error: unknown) => {
        fail(span, error);
        span.end();
      },
    );
  return result;
}
