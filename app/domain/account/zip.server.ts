import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** One file of an archive; its text is asked for piece by piece when its turn has come. */
export interface ArchiveFile {
  name: string;
  text: () => AsyncIterable<string>;
}

/** A zip archive (deflate, Zip64 where needed) of files in turn, as fast as it is read: no more than a few pieces are in memory. */
export function zipStream(files: ArchiveFile[]): Readable {
  const zip = new ZipFile();
  zip.on("error", (error) => zip.outputStream.destroy(error));
  for (const { name, text } of files)
    zip.addReadStreamLazy(name, { compress: true }, (open) =>
      open(null, Readable.from(text(), { objectMode: false })),
    );
  zip.end();
  return zip.outputStream;
}
