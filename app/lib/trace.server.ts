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

// OpenTelemetry spans, if the process was started with an SDK (docs/operations.md). Without one,
// every function here only runs its work.

const NAME = "booking-service";

let isOn: boolean | undefined;
/** Whether an SDK was registered before the first call, as node's `--import` does. */
export function isTraced(): boolean {
  // Without an SDK the global provider is the API's no-op proxy, which has no delegate.
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

/** The current span as a traceparent, to continue it in another process; null when not tracing. */
export function traceparent(): string | null {
  if (!isTraced()) return null;
  const at = trace.getActiveSpan()?.spanContext();
  if (at === undefined || !isSpanContextValid(at)) return null;
  return `00-${at.traceId}-${at.spanId}-${(at.traceFlags & 1).toString(16).padStart(2, "0")}`;
}

export interface SpanOptions {
  kind: "server" | "client" | "consumer";
  /** traceparent of the parent span. null or malformed: none. Omitted: the current span. */
  parent?: string | null | undefined;
  attributes?: Attributes;
}
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Runs `work` in a span, which ends with it and records a failure. */
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

/** Records the error's class only: messages may contain guests' names and keys. */
function fail(span: Span, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const MAX_NAMES = 2000;
const names = new Map<string, string>();

/**
 * A statement's verb and target without values: "insert booking", "select place_booking", "commit".
 */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const [verb = "statement"] = /[a-z]+/i.exec(text.replace(/--.*$/gm, "")) ?? [];
  const target =
    /^\s*select\s+(?:\*\s+from\s+)?(\w+)\s*\(/i.exec(text) ??
    /\b(?:from|into|update)\s+"?(?:public"?\."?)?([\w.]+)/i.exec(text);
  const name = [verb.toLowerCase(), target?.[1]].filter(Boolean).join(" ");
  if (names.size < MAX_NAMES) names.set(text, name);
  return name;
}

/**
 * Sends a statement in a span below the current one. Statements without a current span (polling)
 * are not traced.
 */
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
