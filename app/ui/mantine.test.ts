import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const styles = dirname(createRequire(import.meta.url).resolve("@mantine/core/styles/Input.layer.css"));

test("every Mantine component in use has its styles", () => {
  const imported = readFileSync("app/ui/mantine.css", "utf8");
  const used = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) =>
      [...readFileSync(join("app", file), "utf8").matchAll(/import \{([^}]+)\} from "@mantine\/core"/g)].flatMap(
        ([, names = ""]) => names.split(",").map((name) => name.trim()),
      ),
    );
  const withStyles = [...new Set(used)].filter((name) => existsSync(join(styles, `${name}.layer.css`)));
  expect(withStyles.length).toBeGreaterThan(3);
  expect(withStyles.filter((name) => !imported.includes(`/${name}.layer.css`))).toEqual([]);
});
