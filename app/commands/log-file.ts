import { copyFileSync, renameSync, statSync, truncateSync } from "node:fs";

const LOG_BYTES = 10_000_000;

/** Keeps a log and its predecessor (`.1`) small. "copy" for one that another process holds open (in append mode). Never throws. */
export function keepWithin(path: string, way: "move" | "copy"): void {
  try {
    if (statSync(path).size <= LOG_BYTES) return;
    if (way === "move") return renameSync(path, `${path}.1`);
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
  } catch {
    // There is none yet, or the disk is full: the log may not stop what it tells of.
  }
}
