import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PageForm } from "~/ui/form/page-form";
import { changeRows } from "../form-rows";
import { PriceFields } from "./price-fields";

// The rows of lengths and peak prices as the server draws them, which is how they work before JavaScript.

const form = {
  length_options: [{ minutes: 90, price: "50" }, undefined, { minutes: 120, price: "60" }],
  peak_prices: [{ days: [6, 7], start: "09:00", end: "12:00", change: "20", unit: "percent" }],
};

function draw(typed: object) {
  const html = renderToStaticMarkup(
    <PageForm as="form" typed={typed}>
      <PriceFields
        currency="EUR"
        takes_payments
        tax={null}
        locale="en"
        examples={["Sat 10:00 costs €42.00"]}
      />
    </PageForm>,
  );
  const fields = [...html.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  const valueOf = (tag: string) => /\svalue="([^"]*)"/.exec(tag)?.[1] ?? "";
  const all = (name: RegExp) =>
    fields.filter((tag) => name.test(/name="([^"]*)"/.exec(tag)?.[1] ?? ""));
  return {
    minutes: all(/^length_options\[\d+\]\.minutes$/).map(valueOf),
    names: all(/^length_options\[\d+\]\.minutes$/).map((tag) => /name="([^"]*)"/.exec(tag)?.[1]),
    starts: all(/^peak_prices\[\d+\]\.start$/).map(valueOf),
    days: all(/days$/)
      .filter((tag) => tag.includes("checked"))
      .map(valueOf),
  };
}

test("rows keep their names around one that was removed", () => {
  const { minutes, names, starts, days } = draw(form);
  expect(minutes).toEqual(["90", "120"]);
  expect(names).toEqual(["length_options[0].minutes", "length_options[2].minutes"]);
  expect({ starts, days }).toEqual({ starts: ["09:00"], days: ["6", "7"] });
});

test("a row that was asked for is there, empty, and one that was removed is not", () => {
  expect(draw(changeRows(form, "add length_options")).minutes).toEqual(["90", "120", ""]);
  expect(draw(changeRows(form, "remove length_options 0")).minutes).toEqual(["120"]);
  expect(draw(changeRows(form, "add peak_prices")).starts).toEqual(["09:00", ""]);
  expect(draw(changeRows(form, "remove peak_prices 0")).starts).toEqual([]);
});
