import sharp from "sharp";
import { expect, test } from "vitest";
import { makeTenant, signIn } from "~/testing/factory";
import { honestImages } from "~/testing/image-parts";
import { formOf, upload } from "~/testing/upload";

test("concurrent images are decoded one at a time", async () => {
  const images = Object.values(await honestImages());
  const cookies = await Promise.all(
    Array.from({ length: 3 }, async () => signIn(await makeTenant())),
  );
  const busy: number[] = [];
  // The decoder's own counters, read when an image enters or leaves it; in between one may move
  // from waiting to processing.
  const look = () => {
    const { queue, process } = sharp.counters();
    busy.push(Math.max(queue, process));
  };
  sharp.queue.on("change", look);
  try {
    const sent = Array.from({ length: 9 }, (_, index) =>
      upload(cookies[index % 3]!, formOf({ bytes: images[index % 3]! })),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses).toEqual(Array(9).fill(201));
  } finally {
    sharp.queue.off("change", look);
  }
  expect(busy.length).toBe(18);
  expect(Math.max(...busy)).toBe(1);
});

test("a tenant can have three images waiting, without affecting others", async () => {
  const { png } = await honestImages();
  const [cookie, other] = [await signIn(await makeTenant()), await signIn(await makeTenant())];
  const sent = Array.from({ length: 12 }, () => upload(cookie, formOf({ bytes: png })));
  const fromOther = upload(other, formOf({ bytes: png }));
  const answers = await Promise.all(sent);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ headers }) => headers.has("Retry-After"))).toBe(true);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(12 - refused.length);
  expect((await fromOther).status).toBe(201);
});

test("an undecodable file does not delay the next", async () => {
  const { png } = await honestImages();
  const cookie = await signIn(await makeTenant());
  const broken = Buffer.from(png);
  const data = broken.indexOf("IDAT") + 4;
  broken.fill(0, data, data + broken.readUInt32BE(data - 8)); // still has a valid start and end
  const sent = [broken, png, broken, png].map((bytes) => upload(cookie, formOf({ bytes })));
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([422, 201, 422, 201]);
});
