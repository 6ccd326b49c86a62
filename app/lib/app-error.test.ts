import { expect, test } from "vitest";
import { invalidField, invalidFields, notFound } from "./app-error";

test("a validation error has the message of its first problem, with the field", () => {
  const issues = [
    { path: "hours.0.start", code: "invalid", message: "Use a time such as 09:30." },
    { path: "name", code: "invalid_type", message: "This is required." },
  ];
  expect(invalidFields(issues)).toMatchObject({
    code: "validation_failed",
    message: "hours.0.start: Use a time such as 09:30.",
    extra: { issues },
  });
  expect(invalidField("name", "This is required.").message).toBe("name: This is required.");
});

test("a problem of the input as a whole has no field", () => {
  expect(invalidField("", "Use an object with named fields.").message).toBe(
    "Use an object with named fields.",
  );
});

test("a 404 names the kind of record and the ID that was sent", () => {
  expect(notFound("Booking", "019aa0c4-6c00-7000-8000-000000000001")).toMatchObject({
    code: "not_found",
    message: "Booking 019aa0c4-6c00-7000-8000-000000000001 not found.",
  });
  expect(notFound("Booking link").message).toBe("Booking link not found.");
  expect(notFound("Record", "x".repeat(5000)).message).toBe(`Record ${"x".repeat(100)} not found.`);
});
