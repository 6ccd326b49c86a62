import { expect, test } from "vitest";
import { z } from "zod";
import { SendCode, VerifyCode } from "~/contract/auth";
import { BookingFilter } from "~/contract/booking-filter";
import { Email, text } from "~/contract/common";
import { ResourceStep } from "~/contract/onboarding";
import { fieldLimits } from "./field-limits";

test("a field's limits are those of its schema, also through the steps that tidy its text", () => {
  const schema = z.object({
    name: text(120, 1),
    nick: text(40, 3).optional(),
    address: Email,
    mail: Email.nullable().default(null),
    places: z.int().min(1).max(500),
    note: text(200).nullish(),
  });
  expect(fieldLimits(schema)).toEqual({
    name: { required: true, maxLength: 120 },
    nick: { minLength: 3, maxLength: 40 },
    address: { required: true, maxLength: 254 },
    mail: { maxLength: 254 },
    places: { required: true, min: 1, max: 500 },
    note: { maxLength: 200 },
  });
});

test("the forms' own schemas have limits where something is typed", () => {
  expect(fieldLimits(SendCode).email).toEqual({ required: true, maxLength: 254 });
  expect(fieldLimits(VerifyCode).code).toEqual({ required: true, maxLength: 20 });
  expect(fieldLimits(BookingFilter).search?.maxLength).toBe(100);
  expect(fieldLimits(ResourceStep)).toMatchObject({
    name: { required: true, maxLength: 120 },
    capacity: { min: 1, max: 500 },
  });
});
