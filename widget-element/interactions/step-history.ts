import type { Step } from "../flow";

interface Mark {
  id: string;
  step: Step;
  from: Step;
}

/**
 * Mirrors the widget's steps in the browser's history, so Back goes back a step. Keeps the page's
 * URL and its own history state.
 */
export class StepHistory {
  readonly #id: string;
  readonly #moved: (to: Step) => void;
  #start: Step | null = null;

  constructor(id: string, moved: (to: Step) => void) {
    this.#id = id;
    this.#moved = moved;
  }

  begin(): void {
    addEventListener("popstate", this.#popped);
  }

  stop(): void {
    removeEventListener("popstate", this.#popped);
  }

  /** The visitor moved a step forward. */
  push(from: Step, step: Step): void {
    this.#start ??= from;
    const bookingWidget: Mark = { id: this.#id, step, from };
    try {
      history.pushState({ ...(history.state as object | null), bookingWidget }, "");
    } catch {
      // In a frame without history access, the widget's own buttons still work.
    }
  }

  /** Whether history contains the step to go back to; if so, navigates. */
  back(step: Step, to: Step): boolean {
    const mark = markOf(history.state);
    if (mark?.id !== this.#id || mark.step !== step || mark.from !== to) return false;
    history.back();
    return true;
  }

  readonly #popped = (event: PopStateEvent): void => {
    const mark = markOf(event.state);
    const to = mark?.id === this.#id ? mark.step : mark ? null : this.#start;
    if (to) this.#moved(to);
  };
}

const markOf = (state: unknown): Mark | undefined =>
  (state as { bookingWidget?: Mark } | null)?.bookingWidget;
