import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";

test.each(["alerts.yml", "dashboard.json"])(
  "%s uses only metrics that the processes export",
  (file) => {
    const text = readFileSync(`.monitoring/${file}`, "utf8");
    expect(parse(text)).toBeTruthy();
    const source = readFileSync("app/lib/metrics.server.ts", "utf8");
    const names = [...text.matchAll(/\bbooking_\w+/g)].map(([name]) =>
      name.replace(/_seconds_(count|bucket|sum)$/, "_seconds"),
    );
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(source).toContain(`"${name}"`);
  },
);
