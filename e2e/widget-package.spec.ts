import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect } from "playwright/test";
import { test } from "./time";
import { startWidgetService } from "./widget-service";

// The npm package as a developer gets it: packed, unpacked, type-checked, and its React component
// rendered.

const run = promisify(execFile);
const PACKAGE = "widget-element";

/** A project with the package installed as npm does it. */
let project: string;
let unpacked: string;

test.beforeAll(async () => {
  await run(process.execPath, ["node_modules/tsx/dist/cli.mjs", "widget-element/package.ts"]);
  project = await mkdtemp(join(tmpdir(), "booking-widget-"));
  const modules = join(project, "node_modules");
  unpacked = join(modules, "@booking-service/widget");
  await mkdir(unpacked, { recursive: true });
  const { stdout } = await run(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", project],
    {
      cwd: PACKAGE,
    },
  );
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await run("tar", ["-xzf", join(project, filename), "-C", unpacked, "--strip-components=1"]);
  await mkdir(join(modules, "@types"));
  for (const name of ["react", "zod", "lit", "@types/react"])
    await symlink(resolve("node_modules", name), join(modules, name));
});

const USE = `import { BookingWidget as Element } from "@booking-service/widget";
import { BookingWidget } from "@booking-service/widget/react";
import { createElement } from "react";

export const shown = createElement(BookingWidget, {
  publishableKey: "pk_test",
  onBookingCreated: (event) => void event.detail.booking.reference.toUpperCase(),
});
// @ts-expect-error a theme is light, dark or auto
createElement(BookingWidget, { theme: "purple" });
const element: Element = document.querySelector("booking-widget")!;
element.reset();
element.addEventListener("booking-paid", (event) => event.detail.booking.reference.toUpperCase());
`;

test("the package contains every exported file, and its types pass strict checks", async () => {
  const { exports, customElements } = JSON.parse(
    await readFile(join(unpacked, "package.json"), "utf8"),
  ) as {
    exports: Record<string, string | Record<string, string>>;
    customElements: string;
  };
  const named = Object.values(exports).flatMap((entry) =>
    typeof entry === "string" ? [entry] : Object.values(entry),
  );
  for (const file of [...named, customElements])
    expect(await readFile(join(unpacked, file), "utf8")).not.toBe("");
  await writeFile(join(project, "use.ts"), USE);
  const compilerOptions = {
    target: "ES2022",
    module: "ESNext",
    moduleResolution: "bundler",
    lib: ["ES2024", "DOM", "DOM.Iterable"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  await writeFile(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["use.ts"] }),
  );
  const { stdout } = await run(process.execPath, [
    "node_modules/typescript/bin/tsc",
    "-p",
    project,
  ]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

test("its React component renders the element with properties and events", async ({
  page: tab,
}) => {
  const service = await startWidgetService();
  await tab.route("**/package/**", async (route) => {
    const file = new URL(route.request().url()).pathname.replace("/package/", "");
    await route.fulfill({ path: join(unpacked, file), contentType: "text/javascript" });
  });
  // React is loaded by its script; the package imports it as this module.
  const react = `data:text/javascript,export const {createElement,useEffect,useRef}=globalThis.React`;
  const imports = { react, "@booking-service/widget": "/package/dist/booking-widget.full.mjs" };
  service.pages.set("/", {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title>
      <script type="importmap">${JSON.stringify({ imports })}</script></head><body><div id="app"></div></body></html>`,
  });
  await tab.goto(service.site);
  for (const name of ["react", "react-dom"])
    await tab.addScriptTag({ path: `node_modules/${name}/umd/${name}.development.js` });
  await tab.addScriptTag({
    type: "module",
    content: `import "@booking-service/widget";
      import { BookingWidget } from "/package/dist/react.js";
      const root = ReactDOM.createRoot(document.querySelector("#app"));
      const onBookingReady = (event) => (document.title = event.detail.config.tenant.name);
      root.render(React.createElement(BookingWidget, {
        publishableKey: "pk_test", baseUrl: ${JSON.stringify(service.origin)}, locale: "nl", onBookingReady,
      }));`,
  });
  await expect(
    tab.locator("booking-widget").getByRole("heading", { name: "Kies een dag" }),
  ).toBeVisible();
  await expect(tab).toHaveTitle(service.config.tenant.name);
  await service.stop();
});
