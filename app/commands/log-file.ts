import { copyFileSync, renameSync, statSync, truncateSync } from "node:fs";

const LOG_BYTES = 10_000_000;

/**
 * Limits the size of a log by rotating it to `.1`. Use "copy" for a file that another process has
 * open (in append mode). Never throws.
 */
export function limitLogSize(path: string, way: "move" | "copy"): void {
  try {
    if (statSync(path).size <= LOG_BYTES) return;
    if (way === "move") return renameSync(path, `${path}.1`);
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
  } catch {
    // There is no file yet, or the disk is full: logging must not stop the process.
  }
}
