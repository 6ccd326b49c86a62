import { expect, test } from "vitest";
import { auditChanges } from "./audit-changes";

test.each([
  [{ name: ["Blue", "Green"] }, [{ field: "name", before: "Blue", after: "Green" }]],
  [{ role: ["staff", null] }, [{ field: "role", before: "staff", after: "nothing" }]],
  [{ resource_ids: [["a"], ["a", "b"]] }, [{ field: "resource_ids", before: "a", after: "a, b" }]],
  [{ enabled: [true, false] }, [{ field: "enabled", before: "yes", after: "no" }]],
  [
    {
      policy: [
        { max_reschedules: 3, hold_minutes: 15 },
        { max_reschedules: 5, hold_minutes: 15 },
      ],
    },
    [{ field: "policy.max_reschedules", before: "3", after: "5" }],
  ],
  [
    { rules: [[{ days: [1] }], []] },
    [{ field: "rules", before: '[{"days":[1]}]', after: "nothing" }],
  ],
  [{ queued: 12 }, [{ field: "queued", before: null, after: "12" }]],
  [{}, []],
])("%j", (diff, changes) => {
  expect(auditChanges(diff)).toEqual(changes);
});
