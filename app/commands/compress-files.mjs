// Plain JavaScript: a step of the build. Usage: node app/commands/compress-files.mjs <folder>
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(m?js|css|svg|json|txt|html|webmanifest|ico|map)$/;
/**
 * Smaller files gain nothing. A page loads about forty files, most of them small, so the threshold
 * is low.
 */
const WORTH_BYTES = 200;

const encoders = {
  ".br": (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  ".gz": (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/**
 * Writes a brotli and a gzip copy next to each text file of a built folder, for the web process to
 * serve.
 */
async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  await Promise.all(
    files
      .filter(
        (path) => TEXT.test(path) && statSync(path).isFile() && statSync(path).size >= WORTH_BYTES,
      )
      .map(async (path) => {
        const bytes = readFileSync(path);
        for (const [end, encode] of Object.entries(encoders)) {
          const smaller = await encode(bytes);
          if (smaller.length < bytes.length) writeFileSync(path + end, smaller);
          else rmSync(path + end, { force: true });
        }
      }),
  );
}

await compressFiles(process.argv[2] ?? "build/client");
