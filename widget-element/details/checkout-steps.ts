import type { BookingController } from "../controller";
import { isForAnyone, type Flow } from "../flow";
import { maySend } from "../interactions/advance";
import type { Interactions } from "../interactions/interactions";
import type { Posts, Writes } from "../interactions/writes";
import { Payment } from "../pay/payment";
import type { Field } from "../shared/details";
import { unreachable, type Problem } from "../shared/problem";
import { fillPlural } from "../translations/strings";
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

/** What follows the choice of a time: the form, the proof of an address, the booking, the payment. */
export class CheckoutSteps {
  readonly interactions: Interactions;
  readonly controller: BookingController;
  readonly holding: Holding;
  readonly verification: Verification;
  readonly payment: Payment;
  readonly api: Writes;
  readonly #attempts = new Map<string, Attempt>();
  /** The questions of schedules that came without them. */
  readonly #followed = new Map<string, readonly Question[]>();

  constructor(interactions: Interactions, api: Writes) {
    this.interactions = interactions;
    const controller = (this.controller = interactions.controller);
    // Whom a booking link names is filled in, unless the page names somebody, or something is typed already.
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

  /** What the form asks of this booking. A place on the waiting list asks who waits and no more. */
  get requirements(): FormRequirements {
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
    const { flow, host } = this.controller;
    const schedule_id = flow.bookable!.schedule!.id; // Only a schedule has questions.
    this.#followed.set(
      schedule_id,
      (await this.interactions.wholeSchedule(schedule_id))?.questions ?? [],
    );
    host.changed();
  }

  /** Sends something once, however often it is asked for: the same content keeps its key. */
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
      // Where that fails, it is tried again, and told, when the form is sent.
      if (this.#lacksQuestions) void this.#fetchQuestions().catch(() => undefined);
    }
    if (flow.step === "verify" || this.verification.mode !== "off")
      void this.withStep("verify", () => undefined);
    if (flow.step === "pay" || config?.payment !== "off")
      void this.withStep("pay", () => undefined);
    if (flow.step === "pay" && before.step !== "pay") this.payment.entered(before);
    if (flow.step === "done" || flow.step === "pay") this.holding.end();
  }

  /** The visitor went back to the choice of a time, where the one they had is free again once it is given back. */
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

  /** Begins another booking. */
  bookAgain(): void {
    const { host } = this.controller;
    host.reset();
    host.focusOn("step");
  }

  /** Does something with a step that only some bookings have, once it has loaded: beforehand where it will be wanted, else when it is reached. */
  withStep<Name extends keyof LoadedSteps>(
    name: Name,
    what: (step: LoadedSteps[Name]) => unknown,
    failed?: (problem: Problem) => void,
  ): Promise<void> {
    const { controller } = this;
    controller.checkout_problem = null;
    return (loadStep[name]() as Promise<LoadedSteps[Name]>) // TypeScript does not follow the name through the table.
      .then(what, () => {
        const problem = (controller.checkout_problem = unreachable());
        failed?.(problem);
        if (failed || controller.flow.step === name) controller.report(problem);
      })
      .then(() => controller.host.changed());
  }

  /** Goes on to the proof of the address. */
  #prove(): Promise<void> {
    this.interactions.advance({ type: "sent" });
    return this.withStep(
      "verify",
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
    const { requirements } = this;
    // What is typed into a field takes its error back: the fields that still have one are unchanged.
    controller.details = withoutRefused(controller.details, controller.errors, requirements);
    const wrong = checkDetails(controller.details, requirements);
    controller.errors = new Map(
      [...wrong].map(([field, code]) => [field, this.#refusal(field, t[`error_${code}`])]),
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

  /** Nobody can answer, or send, what they were not asked. */
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

  /** What is asked for by a time that was chosen. */
  wanted({ id, resource_id, schedule_id, starts_at }: Slot): Wanted {
    const { flow } = this.controller;
    const length = flow.length_minutes === null ? {} : { length_minutes: flow.length_minutes };
    // For anyone too the time that was shown is named: whoever costs more than it is not booked.
    // A time that was removed since is known by its start alone: others around it are offered.
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
      booking_link: controller.settings.bookingLink,
      questions: this.requirements.questions,
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
    this.interactions.advance({ type: "refused", problem });
    controller.errors = this.#errorsOf(problem);
    if (problem.kind === "taken") {
      this.holding.end();
      controller.calendar.months.clear();
    }
    if (problem.kind === "invalid" && controller.errors.size) this.showErrors();
    else controller.host.focusOn("notice");
  }

  /** What a hold was refused for, and a booking would be: said in the form, before it is sent. */
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
    host.announce(fillPlural(host.t().error_summary, errors.size, host.locale()));
    host.changed();
  }

  #refusal(field: Field, text: string): string {
    const { error_optional } = this.controller.host.t();
    return isOptional(field, this.requirements) ? `${text} ${error_optional}` : text;
  }

  /** The service writes English; other languages say in their own words that a field is not accepted. */
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
