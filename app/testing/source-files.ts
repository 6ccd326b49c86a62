import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Paths of the files below a folder of the repository, without those of installed packages. */
export const sourceFiles = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name));
