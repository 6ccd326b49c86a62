import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { navigation } from "./navigation";

test.each(navigation.map(({ to, role }) => ({ to, role })))(
  "$to is shown to whom the page lets in",
  ({ to, role }) => {
    const noun = to.split("/")[2] ?? "today";
    const page = readFileSync(`app/pages/dashboard/${noun}/route.tsx`, "utf8");
    const [, required = "viewer"] = /requireActor\(request(?:, "(\w+)")?\)/.exec(page)!; // each page asks
    expect(role).toBe(required);
  },
);
