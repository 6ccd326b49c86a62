import { wholeSchedule } from "../interactions/requests";
import { visitOf } from "../interactions/visit";
import { Refusal, type Problem } from "../shared/problem";
import type { Store } from "../store";

/** A refusal of a time, as `service_gone` if its service was removed while the visitor typed. */
export async function withdrawalOf(store: Store, problem: Problem): Promise<Problem> {
  const { schedule, visit } = store.state.flow.bookable ?? {};
  const mayBeGone = problem.reason === "closed" || problem.code === "not_found";
  if (!schedule || visit || !mayBeGone || problem.alternatives.length) return problem;
  visitOf(store).schedules.delete(schedule.id);
  try {
    const isOffered = await wholeSchedule(store, schedule.id);
    return isOffered ? problem : { ...problem, kind: "refused", code: "service_gone" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return problem;
  }
}
