import { answerCall, type Binding, type CallArgs } from "./api.server";

interface Route<Target> {
  segments: string[];
  target: Target;
}

/** The function that answers every address of the API. */
export function apiRouter(bindings: Binding[]): (args: CallArgs) => Promise<Response> {
  const byPath = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const { path } = binding.operation;
    byPath.set(path, [...(byPath.get(path) ?? []), binding]);
  }
  const find = pathFinder(byPath);
  return ({ request, context }) => {
    const { target = [], params = {} } = find(new URL(request.url).pathname) ?? {};
    return answerCall(target, { request, params, context });
  };
}

/** Matches paths with patterns such as /api/bookings/:id, ignoring case and a trailing slash. */
export function pathFinder<Target>(targets: Map<string, Target>) {
  const routes: Route<Target>[] = [...targets]
    .map(([path, target]) => ({ segments: path.split("/"), target }))
    .sort((a, b) => parametersOf(a) - parametersOf(b)); // /api/slots/delete before /api/slots/:id
  return (pathname: string): { target: Target; params: Record<string, string> } | null => {
    const segments = segmentsOf(pathname);
    const route = routes.find((candidate) => isMatch(candidate.segments, segments));
    if (route === undefined) return null;
    const params = route.segments.flatMap((segment, index) =>
      isParameter(segment) ? [[segment.slice(1), segments[index]!]] : [],
    );
    return { target: route.target, params: Object.fromEntries(params) as Record<string, string> };
  };
}

const isParameter = (segment: string) => segment.startsWith(":");
const parametersOf = ({ segments }: Route<unknown>) => segments.filter(isParameter).length;

const isMatch = (pattern: string[], segments: string[]) =>
  pattern.length === segments.length &&
  pattern.every((segment, index) => {
    const given = segments[index]!; // both have the same length
    return isParameter(segment) ? given !== "" : segment === given.toLowerCase();
  });

/** Empty if the path cannot be decoded; no pattern matches that. */
function segmentsOf(pathname: string): string[] {
  try {
    return pathname.replace(/\/$/, "").split("/").map(decodeURIComponent);
  } catch {
    return [];
  }
}
