import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import * as manageRoute from "~/pages/guest/manage/route";
import { renderedPage } from "~/testing/rendered-page";
import { aCompany, argsOf, guest, open, submit, walkToForm } from "~/testing/booking-page";

const { loader: manageLoader } = renderedPage("manage/:token", manageRoute);

// What a company's configuration says of the look of its booking page, and of where it leads.

async function aCompanyWith(settings: object) {
  const company = await aCompany();
  await pool.query(
    "insert into widget_config (tenant_id, id, name, is_default, settings) values ($1, $2, 'Default', true, $3)",
    [company.owner.tenant.id, newId(), settings],
  );
  return company;
}

test("who has booked without a script is shown the way on that the configuration names, and only then", async () => {
  const success_url = "https://linden.example/thanks";
  const { slug } = await aCompanyWith({ success_url });
  const { search, attempt } = await walkToForm(slug);
  const booked = new URL(
    (await submit(slug, search, { ...guest(), attempt })).headers.get("Location")!,
  );
  const token = booked.pathname.split("/")[2]!;
  const pageAt = async (address: string) =>
    (
      await manageLoader({ ...argsOf(slug, ""), params: { token }, request: new Request(address) })
    ).text();
  expect(await pageAt(booked.href)).toContain(`<a href="${success_url}">Continue</a>`);
  booked.search = "";
  expect(await pageAt(booked.href)).not.toContain(success_url);
});

test.each([
  ["dark", "@mediaall{:root{--page:#11141a"],
  ["light", "@medianotall{:root{--page:#11141a"],
  ["auto", "@media(prefers-color-scheme:dark){:root{--page:#11141a"],
])("a page whose theme is %s is that, whatever the reader's system", async (theme, dark) => {
  const { slug } = await aCompanyWith({ branding: { theme } });
  const { html } = await open(slug);
  const scheme = theme === "auto" ? "light dark" : theme;
  const style = html.replace(/\s/g, ""); // minified in the build only
  expect(style).toContain(dark);
  expect(style).toContain(`:root{color-scheme:${scheme.replace(" ", "")};`);
  expect(html).toContain(`<meta name="color-scheme" content="${scheme}"/>`);
});
