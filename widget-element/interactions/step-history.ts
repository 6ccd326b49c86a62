import type { Step } from "../flow";

interface Mark {
  id: string;
  step: Step;
  from: Step;
}

/**
 * The steps of one widget in the browser's history, so that its back button leads back a step. The page's address stays as it is, and
 * what the page itself keeps in a state is kept with it.
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

  /** The visitor went a step further. */
  push(from: Step, step: Step): void {
    this.#start ??= from;
    const bookingWidget: Mark = { id: this.#id, step, from };
    try {
      history.pushState({ ...(history.state as object | null), bookingWidget }, "");
    } catch {
      // A frame that may not touch its history: the buttons of the widget still lead back.
    }
  }

  /** Whether the browser's history leads from one step back to another; then it does. */
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
