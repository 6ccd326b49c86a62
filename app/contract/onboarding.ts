import { z } from "zod";
import { operation, session } from "./operation";
import { NewResource, Resource } from "./resources";
import { NewSchedule, Schedule } from "./schedules";
import { tenantFields, TenantProfile } from "./tenant";

export const OnboardingStep = z
  .enum(["company", "resource", "schedule", "widget", "payments", "done"])
  .describe("A step of the setup.");
export type OnboardingStep = z.infer<typeof OnboardingStep>;
/** Steps required before anyone can book. */
export const requiredSteps = [
  "company",
  "resource",
  "schedule",
] as const satisfies OnboardingStep[];

export const OnboardingState = z
  .object({
    current_step: OnboardingStep.describe("First step neither completed nor skipped."),
    completed: z.array(OnboardingStep).describe("Steps completed."),
    skipped: z.array(OnboardingStep).describe("Steps skipped."),
    data: z
      .object({
        company: TenantProfile.pick({
          name: true,
          slug: true,
          email: true,
          phone: true,
          website: true,
          time_zone: true,
          locale: true,
          currency: true,
        }).describe("The tenant's details."),
        resource: Resource.pick({
          id: true,
          type: true,
          name: true,
          description: true,
          capacity: true,
        })
          .nullable()
          .describe("The first resource; null if it isn't created yet."),
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
        })
          .nullable()
          .describe("The first schedule; null if it isn't created yet."),
      })
      .describe("What each step has saved."),
  })
  .describe("Progress of the setup.");
export type OnboardingState = z.infer<typeof OnboardingState>;

export const CompanyStep = z
  .strictObject(tenantFields)
  .partial()
  .describe("The tenant's details, in the setup.");
export const ResourceStep = NewResource.pick({
  type: true,
  name: true,
  description: true,
  capacity: true,
}).describe("The first resource, in the setup.");
export const ScheduleStep = NewSchedule.omit({ resource_ids: true, hours_id: true })
  .extend({ rules: NewSchedule.shape.rules.nonoptional() })
  .describe("The first schedule, in the setup.");
const Optional = z.strictObject({
  skip: z.boolean().default(false).describe("Whether to skip this step."),
});

export const SaveOnboarding = z
  .discriminatedUnion("step", [
    z.strictObject({
      step: z.literal("company").describe("Saves the tenant's details."),
      data: CompanyStep.describe("The tenant's details."),
    }),
    z.strictObject({
      step: z.literal("resource").describe("Saves the first resource."),
      data: ResourceStep.describe("The first resource."),
    }),
    z.strictObject({
      step: z.literal("schedule").describe("Saves the first schedule."),
      data: ScheduleStep.describe("The first schedule."),
    }),
    z.strictObject({
      step: z.literal("widget").describe("Saves the widget step."),
      data: Optional.describe("Whether to skip the step."),
    }),
    z.strictObject({
      step: z.literal("payments").describe("Saves the payments step."),
      data: Optional.describe("Whether to skip the step."),
    }),
  ])
  .describe("A step of the setup to save.");
export type SaveOnboarding = z.output<typeof SaveOnboarding>;

const caller = session("admin", { makes_tenant: true });

export const onboarding = {
  get: operation({
    method: "GET",
    path: "/api/onboarding",
    caller,
    summary:
      "Get the progress of the setup; creates a tenant for someone new who signed in with an identity provider",
    returns: OnboardingState,
  }),
  save: operation({
    method: "POST",
    path: "/api/onboarding",
    caller,
    summary: "Save a step; saving it again updates what it created",
    body: SaveOnboarding,
    returns: OnboardingState,
    errors: ["already_exists"],
  }),
  complete: operation({
    method: "PATCH",
    path: "/api/onboarding",
    caller,
    summary:
      "Complete the setup; 422 with details.missing if the company, resource or schedule is missing",
    returns: OnboardingState,
    errors: ["validation_failed"],
  }),
};
