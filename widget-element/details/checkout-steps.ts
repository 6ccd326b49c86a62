import type { BookingController } from "../controller";
import { isForAnyone, type Flow } from "../flow";
import { maySend } from "../interactions/advance";
import type { Interactions } from "../interactions/interactions";
import type { Posts, Writes } from "../interactions/writes";
import { Payment } from "../pay/payment";
import type { Field } from "../shared/details";
import { unreachable, type Problem } from "../shared/problem";
import { fillPlural } from "../shared/texts";
import { Verification } from "../verify/verification";
import type { Question, Slot } from "../wire";
import { attemptFor, randomKey, type Attempt } from "./attempt";
import { loadStep } from "./checkout-views";
import {
  bookingBody,
  checkDetails,
  isOptional,
  placeIssues,
  shownAmount,
  waitingBody,
  withoutRefused,
  type FormRequirements,
  type Wanted,
} from "./form";
import { Holding } from "./holding";

type LoadedSteps = {
  [Name in keyof typeof loadStep]: Awaited<ReturnType<(typeof loadStep)[Name]>>;
};

/** The steps after choosing a time: details, verification, booking and payment. */
export class CheckoutSteps {
  readonly interactions: Interactions;
  readonly controller: BookingController;
  readonly holding: Holding;
  readonly verification: Verification;
  readonly payment: Payment;
  readonly api: Writes;
  readonly #attempts = new Map<string, Attempt>();
  /** Questions of schedules that were loaded separately. */
  readonly #followed = new Map<string, readonly Question[]>();

  constructor(interactions: Interactions, api: Writes) {
    this.interactions = interactions;
    const controller = (this.controller = interactions.controller);
    // Fill in the booking link's customer, unless the page sets one or input exists.
    const { name, email, phone } = controller.config?.booking_link?.customer ?? {};
    const { details } = controller;
    controller.details = {
      ...details,
      name: details.name ?? name,
      email: details.email ?? email,
      phone: details.phone ?? phone,
    };
    this.api = api;
    this.holding = new Holding(this);
    this.verification = new Verification(this);
    this.payment = new Payment(this);
  }

  get hold() {
    return this.holding.held;
  }

  /** The form's fields. A waiting list entry only needs contact details. */
  get requirements(): FormRequirements {
    const { config, flow } = this.controller;
    const { steps, terms_url } = config!; // later steps require a configuration
    const { channel } = this.verification;
    const phone = channel === "sms" ? "required" : steps.phone;
    if (flow.waits) return { questions: [], phone, notes: "off", terms: false };
    return { questions: this.questions, phone, notes: steps.notes, terms: terms_url !== null };
  }

  /** The configuration's questions, then the schedule's. */
  get questions(): readonly Question[] {
    const { config, flow } = this.controller;
    const schedule = flow.bookable?.schedule;
    return [
      ...(config?.questions ?? []),
      ...((schedule && this.#followed.get(schedule.id)) ?? schedule?.questions ?? []),
    ];
  }

  /** Whether the schedule's questions were omitted for size and are not loaded yet. */
  get #lacksQuestions(): boolean {
    const schedule = this.controller.flow.bookable?.schedule;
    return !!schedule?.questions_follow && !this.#followed.has(schedule.id);
  }

  async #fetchQuestions(): Promise<void> {
    const { flow, host } = this.controller;
    const schedule_id = flow.bookable!.schedule!.id; // only schedules have questions
    this.#followed.set(
      schedule_id,
      (await this.interactions.wholeSchedule(schedule_id))?.questions ?? [],
    );
    host.changed();
  }

  /** Posts idempotently: equal content keeps its key. */
  post<Name extends keyof Posts>(
    name: Name,
    content: unknown,
    again = false,
  ): Promise<Posts[Name]> {
    if (again) this.#attempts.delete(name);
    const attempt = attemptFor(
      JSON.stringify(content),
      this.#attempts.get(name) ?? null,
      randomKey,
    );
    this.#attempts.set(name, attempt);
    return this.api.post(name, attempt.body, attempt.idempotency_key);
  }

  entered(before: Flow): void {
    const { config, flow } = this.controller;
    if (
      flow.step === "details" &&
      flow.slot &&
      (before.step !== "details" || before.slot !== flow.slot)
    ) {
      this.holding.take(flow.slot);
      // On failure, submitting the form retries and reports it.
      if (this.#lacksQuestions) void this.#fetchQuestions().catch(() => undefined);
    }
    if (flow.step === "verify" || this.verification.mode !== "off")
      void this.withStep("verify", () => undefined);
    if (flow.step === "pay" || config?.payment !== "off")
      void this.withStep("pay", () => undefined);
    if (flow.step === "pay" && before.step !== "pay") this.payment.entered(before);
    if (flow.step === "done" || flow.step === "pay") this.holding.end();
  }

  /** The visitor returned to the time step; releasing the hold makes their time free again. */
  left(): void {
    const { controller } = this;
    void this.holding.release()?.then(() => {
      controller.calendar.months.markStale();
      controller.showIfPicking();
    });
  }

  stop(): void {
    this.holding.stop();
    this.payment.stop();
  }

  retry(): void {
    const { step } = this.controller.flow;
    if (step === "pay")
      return void this.withStep("pay", ({ lookUpPayment }) => lookUpPayment(this));
    if (step === "verify" && this.verification.needed())
      return void this.withStep("verify", ({ retryCode }) => retryCode(this));
    void this.send();
  }

  /** Starts another booking. */
  bookAgain(): void {
    const { host } = this.controller;
    host.reset();
    host.focusOn("step");
  }

  /**
   * Uses an optional step's code once loaded: preloaded if it will probably be needed, otherwise
   * loaded on demand.
   */
  withStep<Name extends keyof LoadedSteps>(
    name: Name,
    what: (step: LoadedSteps[Name]) => unknown,
    failed?: (problem: Problem) => void,
  ): Promise<void> {
    const { controller } = this;
    controller.checkout_problem = null;
    // TypeScript can't follow the name through the table.
    return (loadStep[name]() as Promise<LoadedSteps[Name]>)
      .then(what, () => {
        const problem = (controller.checkout_problem = unreachable());
        failed?.(problem);
        if (failed || controller.flow.step === name) controller.report(problem);
      })
      .then(() => controller.host.changed());
  }

  /** Moves to the verification step. */
  #prove(): Promise<void> {
    this.interactions.advance({ type: "sent" });
    return this.withStep(
      "verify",
      ({ sendCode }) => sendCode(this, false),
      (problem) => this.refuse(problem),
    );
  }

  /** Sends the booking or waiting list entry, after verification if required. */
  async send(): Promise<void> {
    const { controller } = this;
    const { flow, host } = controller;
    const { slot } = flow;
    if (!slot || !maySend(flow) || Date.now() < controller.retry_at) return;
    if (this.#lacksQuestions && !(await this.#learnsQuestions())) return;
    const t = host.t();
    const { requirements } = this;
    // Editing a field clears its error, so fields that still have one are unchanged.
    controller.details = withoutRefused(controller.details, controller.errors, requirements);
    const wrong = checkDetails(controller.details, requirements);
    controller.errors = new Map(
      [...wrong].map(([field, code]) => [field, this.#refusal(field, t.error[code])]),
    );
    if (wrong.size) return this.showErrors();
    if (this.verification.needed()) return this.#prove();
    this.interactions.advance({ type: "sent" });
    try {
      if (flow.waits) await this.#join(slot);
      else await this.#book(slot);
    } catch (error) {
      controller.fail(error, (problem) => this.refuse(problem));
    }
  }

  /** The form can't be submitted without its required questions. */
  async #learnsQuestions(): Promise<boolean> {
    const { controller } = this;
    this.interactions.advance({ type: "sent" });
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
      ...this.#bookingContext(slot),
      expected_amount: shownAmount(slot, controller.details),
      hold_token: this.hold?.slot_id === slot.id ? this.hold.hold_token : undefined,
      return_url: this.payment.returnUrl(),
    });
    const booked = await this.post("booking", body);
    controller.calendar.months.clear();
    controller.host.emit("booking-created", {
      booking: booked.booking,
      manage_url: booked.manage_url,
    });
    this.interactions.advance({ type: "booked", booked });
  }

  async #join(slot: Slot): Promise<void> {
    const joined = await this.post(
      "waitlist",
      waitingBody(this.controller.details, slot.id, this.#bookingContext(slot)),
    );
    this.interactions.advance({ type: "joined", joined });
  }

  /** The booking target of a chosen time. */
  wanted({ id, resource_id, schedule_id, starts_at }: Slot): Wanted {
    const { flow } = this.controller;
    const length = flow.length_minutes === null ? {} : { length_minutes: flow.length_minutes };
    // Even for any resource, send the displayed slot, so a more expensive one is never booked. If
    // the slot was deleted since, its start identifies the time and alternatives are offered.
    const anyone = isForAnyone(flow) && schedule_id !== null;
    return {
      slot_id: id,
      resource_id: anyone ? "any" : resource_id,
      schedule_id: schedule_id ?? undefined,
      starts_at,
      ...length,
    };
  }

  #bookingContext(slot: Slot) {
    const { controller } = this;
    return {
      wanted: this.wanted(slot),
      config_id: controller.settings.configId,
      booking_link_token: controller.settings.bookingLink,
      questions: this.requirements.questions,
      locale: controller.host.locale(),
      time_zone: controller.calendar.zone,
      verification_token: this.verification.token(),
    };
  }

  /**
   * Shows a rejection where it can be fixed: at a field, as other times, or as a message with an
   * action.
   */
  refuse(refusal: Problem): void {
    const { controller } = this;
    if (refusal.code === "verification_required" && controller.flow.sending) {
      // The key requires verification although the configuration didn't, or the token has expired.
      this.verification.require();
      controller.flow = { ...controller.flow, sending: false };
      return void this.#prove();
    }
    // A deleted slot, or one now inside the minimum notice, is no longer available.
    const isGone = refusal.code === "not_found" || refusal.code === "outside_booking_window";
    const problem: Problem = isGone ? { ...refusal, kind: "taken" } : refusal;
    this.interactions.advance({ type: "refused", problem });
    controller.errors = this.#errorsOf(problem);
    if (problem.kind === "taken") {
      this.holding.end();
      controller.calendar.months.clear();
    }
    if (problem.kind === "invalid" && controller.errors.size) this.showErrors();
    else controller.host.focusOn("notice");
  }

  /** A rejected hold predicts the booking's rejection, so show it before submitting. */
  lose(problem: Problem): void {
    const { controller } = this;
    if (problem.kind === "taken") controller.calendar.months.clear();
    this.interactions.advance({ type: "lost", problem });
    controller.host.focusOn("notice");
  }

  showErrors(): void {
    const { host, errors } = this.controller;
    const [first] = errors.keys();
    host.focusOn(first ? { field: first } : "notice");
    host.announce(fillPlural(host.t(), "error_summary", errors.size, host.locale()));
    host.changed();
  }

  #refusal(field: Field, text: string): string {
    const { error_optional } = this.controller.host.t();
    return isOptional(field, this.requirements) ? `${text} ${error_optional}` : text;
  }

  /** The service's messages are in English; other languages show a generic field error. */
  #errorsOf(problem: Problem): ReadonlyMap<string, string> {
    const { host, details } = this.controller;
    const placed = placeIssues(problem.issues, details, this.questions);
    const isEnglish = host.locale().startsWith("en");
    return new Map(
      [...placed].map(([field, message]) => [
        field,
        this.#refusal(field, isEnglish ? message : host.t().error_invalid),
      ]),
    );
  }
}
