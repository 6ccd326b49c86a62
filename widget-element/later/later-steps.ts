import type { BookingController } from "../controller";
import { maySend } from "../acting/advance";
import type { Acts } from "../acting/acts";
import type { Posts, Writes } from "../acting/writes";
import type { Flow } from "../flow";
import { unreachable, type Problem } from "../problem";
import { fillPlural } from "../strings";
import type { Question, Slot } from "../wire";
import { attemptFor, randomKey, type Attempt } from "./attempt";
import { Checkout } from "./checkout";
import { bookingBody, checkDetails, placeIssues, waitingBody, type Asked } from "./form";
import { Holding } from "./holding";
import { Verification } from "./verification";
import { loadOptional } from "./views";

type Optional = Awaited<ReturnType<typeof loadOptional>>;

/** What follows the choice of a time: the form, the proof of an address, the booking, the payment. */
export class LaterSteps {
  readonly acts: Acts;
  readonly controller: BookingController;
  readonly holding: Holding;
  readonly verification: Verification;
  readonly checkout: Checkout;
  readonly api: Writes;
  readonly #attempts = new Map<string, Attempt>();
  /** The questions of schedules that came without them. */
  readonly #followed = new Map<string, readonly Question[]>();

  constructor(acts: Acts, api: Writes) {
    this.acts = acts;
    this.controller = acts.controller;
    this.api = api;
    this.holding = new Holding(this);
    this.verification = new Verification(this);
    this.checkout = new Checkout(this);
  }

  get hold() {
    return this.holding.held;
  }

  /** What the form asks of this booking. A place on the waiting list asks who waits and no more. */
  get asked(): Asked {
    const { config, flow } = this.controller;
    const { steps, terms_url } = config!; // The later steps are reached with a configuration only.
    const { channel } = this.verification;
    const phone = channel === "sms" ? "required" : steps.phone;
    if (flow.waits) return { questions: [], phone, notes: "off", terms: false };
    return { questions: this.questions, phone, notes: steps.notes, terms: terms_url !== null };
  }

  /** Those of the configuration, then the schedule's own. */
  get questions(): readonly Question[] {
    const { config, flow } = this.controller;
    const schedule = flow.bookable?.schedule;
    return [
      ...(config?.questions ?? []),
      ...((schedule && this.#followed.get(schedule.id)) ?? schedule?.questions ?? []),
    ];
  }

  /** Whether the chosen schedule came without its questions, as all of them were too many, and they are not here yet. */
  get #lacksQuestions(): boolean {
    const schedule = this.controller.flow.bookable?.schedule;
    return !!schedule?.questions_follow && !this.#followed.has(schedule.id);
  }

  async #fetchQuestions(): Promise<void> {
    const { flow, settings, host } = this.controller;
    const schedule_id = flow.bookable!.schedule!.id; // Only a schedule has questions.
    const { configId: config_id } = settings;
    const config = await this.api.configFor({ schedule_id, ...(config_id && { config_id }) });
    this.#followed.set(schedule_id, config.schedules.find(({ id }) => id === schedule_id)?.questions ?? []);
    host.changed();
  }

  /** Sends something once, however often it is asked for: the same content keeps its key. */
  post<Name extends keyof Posts>(name: Name, content: unknown, again = false): Promise<Posts[Name]> {
    if (again) this.#attempts.delete(name);
    const attempt = attemptFor(JSON.stringify(content), this.#attempts.get(name) ?? null, randomKey);
    this.#attempts.set(name, attempt);
    return this.api.post(name, attempt.body, attempt.idempotency_key);
  }

  entered(before: Flow): void {
    const { config, flow } = this.controller;
    if (flow.step === "details" && flow.slot && (before.step !== "details" || before.slot !== flow.slot)) {
      this.holding.take(flow.slot);
      // Where that fails, it is tried again, and told, when the form is sent.
      if (this.#lacksQuestions) void this.#fetchQuestions().catch(() => undefined);
    }
    if (this.#isOptional || this.verification.mode !== "off" || config?.payment !== "off")
      void this.withOptional(() => undefined);
    if (flow.step === "pay" && before.step !== "pay") this.checkout.entered(before);
    if (flow.step === "done" || flow.step === "pay") this.holding.end();
  }

  /** The visitor went back to the choice of a time, where the one they had is free again once it is given back. */
  left(): void {
    const { controller } = this;
    void this.holding.release()?.then(() => {
      controller.calendar.age();
      controller.showIfPicking();
    });
  }

  stop(): void {
    this.holding.stop();
    this.checkout.stop();
  }

  retry(): void {
    const { step } = this.controller.flow;
    if (step === "pay") return void this.withOptional(({ look }) => look(this));
    if (step === "verify" && this.verification.needed())
      return void this.withOptional(({ retryCode }) => retryCode(this));
    void this.send();
  }

  /** Whether the present step is one that only some bookings have. */
  get #isOptional(): boolean {
    const { step } = this.controller.flow;
    return step === "verify" || step === "pay";
  }

  /** Goes on with what comes with those steps: beforehand where they will be wanted, else once they are reached. */
  withOptional(what: (optional: Optional) => unknown, failed?: (problem: Problem) => void): Promise<void> {
    const { controller } = this;
    controller.later_problem = null;
    return loadOptional()
      .then(what, () => {
        const problem = (controller.later_problem = unreachable());
        failed?.(problem);
        if (failed || this.#isOptional) controller.report(problem);
      })
      .then(controller.host.changed);
  }

  /** Goes on to the proof of the address. */
  #prove(): Promise<void> {
    this.acts.advance({ type: "sent" });
    return this.withOptional(
      ({ sendCode }) => sendCode(this, false),
      (problem) => this.refuse(problem),
    );
  }

  /** Asks for the booking or the place on the list; first for the proof of the address, where that is wanted. */
  async send(): Promise<void> {
    const { controller } = this;
    const { flow, host } = controller;
    const { slot } = flow;
    if (!slot || !maySend(flow) || Date.now() < controller.retry_at) return;
    if (this.#lacksQuestions && !(await this.#learnsQuestions())) return;
    const t = host.t();
    const wrong = checkDetails(controller.details, this.asked);
    controller.errors = new Map([...wrong].map(([field, code]) => [field, t[`error_${code}`]]));
    if (wrong.size) return this.showErrors();
    if (this.verification.needed()) return this.#prove();
    this.acts.advance({ type: "sent" });
    try {
      if (flow.waits) await this.#join(slot);
      else await this.#book(slot);
    } catch (error) {
      controller.fail(error, (problem) => this.refuse(problem));
    }
  }

  /** Nobody can answer, or send, what they were not asked. */
  async #learnsQuestions(): Promise<boolean> {
    const { controller } = this;
    this.acts.advance({ type: "sent" });
    try {
      await this.#fetchQuestions();
      controller.flow = { ...controller.flow, sending: false };
      return true;
    } catch (error) {
      controller.fail(error, (problem) => this.refuse(problem));
      return false;
    }
  }

  async #book(slot: Slot): Promise<void> {
    const { controller } = this;
    await this.holding.answered;
    const body = bookingBody(controller.details, {
      ...this.#circumstances(slot),
      hold_token: this.hold?.slot_id === slot.id ? this.hold.hold_token : undefined,
      return_url: this.checkout.returnUrl(),
    });
    const booked = await this.post("booking", body);
    controller.calendar.forget();
    controller.host.emit("booking-created", { booking: booked.booking, manage_url: booked.manage_url });
    this.acts.advance({ type: "booked", booked });
  }

  async #join(slot: Slot): Promise<void> {
    const joined = await this.post("waitlist", waitingBody(this.controller.details, this.#circumstances(slot)));
    this.acts.advance({ type: "joined", joined });
  }

  #circumstances(slot: Slot) {
    const { controller } = this;
    return {
      slot_id: slot.id,
      config_id: controller.settings.configId,
      questions: this.asked.questions,
      locale: controller.host.locale(),
      time_zone: controller.calendar.zone,
      verification_token: this.verification.token(),
    };
  }

  /** Shows a refusal where it can be answered: at a field, as other times, or as a sentence with a way on. */
  refuse(refusal: Problem): void {
    const { controller } = this;
    if (refusal.code === "verification_required" && controller.flow.sending) {
      // The key asks for more than the configuration said, or the proof has run out.
      this.verification.require();
      controller.flow = { ...controller.flow, sending: false };
      return void this.#prove();
    }
    // A slot that is gone or no longer within notice is, for the visitor, a time they cannot have any more.
    const isGone = refusal.code === "not_found" || refusal.code === "outside_booking_window";
    const problem: Problem = isGone ? { ...refusal, kind: "taken" } : refusal;
    this.acts.advance({ type: "refused", problem });
    controller.errors = this.#errorsOf(problem);
    if (problem.kind === "taken") {
      this.holding.end();
      controller.calendar.forget();
    }
    if (problem.kind === "invalid" && controller.errors.size) this.showErrors();
    else controller.host.focusOn("notice");
  }

  /** A time that was lost while the form was filled in. */
  lose(problem: Problem): void {
    const { controller } = this;
    controller.calendar.forget();
    this.acts.advance({ type: "lost", problem });
    controller.host.focusOn("notice");
  }

  showErrors(): void {
    const { host, errors } = this.controller;
    const [first] = errors.keys();
    host.focusOn(first ? { field: first } : "notice");
    host.announce(fillPlural(host.t().error_summary, errors.size, host.locale()));
    host.changed();
  }

  /** The service writes English; other languages say in their own words that a field is not accepted. */
  #errorsOf(problem: Problem): ReadonlyMap<string, string> {
    const { host, details } = this.controller;
    const placed = placeIssues(problem.issues, details, this.questions);
    if (host.locale().startsWith("en")) return placed;
    return new Map([...placed.keys()].map((field) => [field, host.t().error_invalid]));
  }
}
