import { z } from "zod";
import { operation, session } from "./operation";
import { NewResource, Resource } from "./resources";
import { NewSchedule, Schedule } from "./schedules";
import { tenantFields, TenantProfile } from "./tenant";

export const OnboardingStep = z.enum(["company", "resource", "schedule", "widget", "payments", "done"]);
export type OnboardingStep = z.infer<typeof OnboardingStep>;
/** The steps without which nobody can book. */
export const requiredSteps = ["company", "resource", "schedule"] as const satisfies OnboardingStep[];

/** How far the set-up is, with what each step has made. */
export const OnboardingState = z.object({
  current_step: OnboardingStep.describe("the first that is neither completed nor skipped"),
  completed: z.array(OnboardingStep),
  skipped: z.array(OnboardingStep),
  data: z.object({
    company: TenantProfile.pick({
      name: true,
      slug: true,
      email: true,
      phone: true,
      website: true,
      time_zone: true,
      locale: true,
      currency: true,
    }),
    resource: Resource.pick({ id: true, type: true, name: true, description: true, capacity: true }).nullable(),
    schedule: Schedule.pick({
      id: true,
      name: true,
      resource_ids: true,
      time_zone: true,
      rules: true,
      duration_minutes: true,
      price_amount: true,
      currency: true,
      requires_payment: true,
    }).nullable(),
  }),
});
export type OnboardingState = z.infer<typeof OnboardingState>;

export const CompanyStep = z.strictObject(tenantFields).partial();
export const ResourceStep = NewResource.pick({ type: true, name: true, description: true, capacity: true });
export const ScheduleStep = NewSchedule.omit({ resource_ids: true });
const Optional = z.strictObject({ skip: z.boolean().default(false) });

export const SaveOnboarding = z.discriminatedUnion("step", [
  z.strictObject({ step: z.literal("company"), data: CompanyStep }),
  z.strictObject({ step: z.literal("resource"), data: ResourceStep }),
  z.strictObject({ step: z.literal("schedule"), data: ScheduleStep }),
  z.strictObject({ step: z.literal("widget"), data: Optional }),
  z.strictObject({ step: z.literal("payments"), data: Optional }),
]);
export type SaveOnboarding = z.output<typeof SaveOnboarding>;

const caller = session("admin", { makes_tenant: true });

export const onboarding = {
  get: operation({
    method: "GET",
    path: "/api/onboarding",
    caller,
    summary: "How far the set-up is; makes a tenant for someone new who signed in with an identity provider",
    returns: OnboardingState,
  }),
  save: operation({
    method: "POST",
    path: "/api/onboarding",
    caller,
    summary: "Save one step; the same step again changes what it made",
    body: SaveOnboarding,
    returns: OnboardingState,
    errors: ["already_exists"],
  }),
  complete: operation({
    method: "PATCH",
    path: "/api/onboarding",
    caller,
    summary: "Complete the set-up; 422 with details.missing while company, resource or schedule is not there",
    returns: OnboardingState,
    errors: ["validation_failed"],
  }),
};
