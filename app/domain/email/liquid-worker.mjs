// Parses and renders tenant-written templates in a separate process (limited-process.server.ts).
// Plain JavaScript, because the built server, tsx and tests start it from its file.
import { Liquid } from "liquidjs";
import { LRUCache } from "lru-cache";
import { readFileSync } from "node:fs";

/**
 * No tags that read files and no filters that disable escaping: templates can only branch, count
 * and format.
 */
const TAGS = ["if", "unless", "case", "for", "break", "continue", "assign", "capture", "comment"];
// prettier-ignore
const FILTERS = [
  "append", "capitalize", "default", "divided_by", "downcase", "first", "join", "last", "minus", "plus", "prepend", "remove", "replace",
  "round", "size", "slice", "split", "strip", "times", "truncate", "truncatewords", "upcase", "url_encode",
];

/** Characters parsed, milliseconds and memory units of one rendering: a template that loops ends as an error, not as a hang. */
const LIMITS = { parseLimit: 110_000, renderLimit: 50, memoryLimit: 2_000_000 };
/** Size of the template cache in bytes, with estimates per tag and character. */
const KEPT_BYTES = 16 * 1024 * 1024;
const BYTES_OF_TAG = 1500;
const BYTES_OF_CHARACTER = 4;

/** @param {"escape" | undefined} outputEscape */
function makeEngine(outputEscape) {
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    ...LIMITS,
    templates: {}, // no file system
    ...(outputEscape && { outputEscape }),
  });
  for (const name of Object.keys(engine.tags)) if (!TAGS.includes(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters))
    if (!FILTERS.includes(name)) delete engine.filters[name];
  return engine;
}

const engines = { subject: makeEngine(undefined), body: makeEngine("escape") };
const parsed = new LRUCache({
  maxSize: KEPT_BYTES,
  sizeCalculation: (_, source) =>
    source.length * BYTES_OF_CHARACTER + (source.split("{").length + 1) * BYTES_OF_TAG,
});

/** @param {"subject" | "body"} field @param {string} source */
function parse(field, source) {
  if (field === "subject") return engines.subject.parse(source);
  const known = parsed.get(source);
  if (known) return known;
  const templates = engines.body.parse(source);
  parsed.set(source, templates);
  return templates;
}

const work = {
  names: ({ field, source }) =>
    engines[field]
      .globalVariableSegmentsSync(parse(field, source))
      .map((segments) => segments.join(".")),
  fill: ({ field, source, values }) =>
    String(engines[field].renderSync(parse(field, source), values)),
};

// Liquid measures by `performance`. The limit is CPU time, not wall time on a busy machine: beyond
// the limit by the clock, the main thread's CPU time is read (Linux: /proc, first number,
// nanoseconds; elsewhere the clock stands).
const clock = performance.now.bind(performance);
const processorTime = () => {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return clock();
  }
};
let start = { clock: 0, processor: 0 };
Object.defineProperty(performance, "now", {
  value: () => {
    const waited = clock() - start.clock;
    return waited < LIMITS.renderLimit ? waited : processorTime() - start.processor;
  },
});

// A service manager signals all processes at once. This one is needed until its parent exits, and
// then exits too.
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => undefined);

process.on("message", (task) => {
  start = { clock: clock(), processor: processorTime() };
  try {
    process.send({ done: work[task.kind](task) });
  } catch (error) {
    process.send({
      failed: error instanceof Error ? error.message : "This template cannot be read.",
    });
  }
});
process.send("ready");
