import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ChoiceField, FieldProblem, TextField } from "./fields";
import { type FormRefusal, PageForm } from "./page-form";

const stored = { name: "Linden", address: { city: "Utrecht" }, days: ["1", "2"], size: 4 };

/** The form as the server draws it, which is how it works before JavaScript. */
function draw(refusal?: FormRefusal, intent?: string, now?: object) {
  const html = renderToStaticMarkup(
    <PageForm
      as="form"
      stored={stored}
      refusal={refusal}
      limits={{ name: { required: true, maxLength: 120 } }}
      meanwhile={now ?? null}
      {...(intent !== undefined && { intent })}
    >
      <TextField name="name" label="Name" />
      <TextField name="address.city" label="City" />
      <TextField name="website" label="Website" />
      <TextField name="size" label="Size" type="number" />
      <TextField name="tiers[0].hours" label="Hours" />
      <FieldProblem name="tiers" />
      <ChoiceField
        name="days"
        legend="Days"
        type="checkbox"
        choices={["1", "2", "3"].map((value) => ({ value, label: value }))}
      />
    </PageForm>,
  );
  const inputs = [...html.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  const inputOf = (name: string) => inputs.find((tag) => tag.includes(`name="${name}"`)) ?? "";
  return {
    html,
    inputOf,
    text: (name: string) => /\svalue="([^"]*)"/.exec(inputOf(name))?.[1] ?? "",
    ticked: inputs.flatMap((tag) =>
      tag.includes("checked") ? [/\svalue="([^"]*)"/.exec(tag)?.[1]] : [],
    ),
    /** The text with the id that the input names as its description. */
    problem: (name: string) => {
      const id = /aria-describedby="([^"]*)"/.exec(inputOf(name))?.[1]?.split(" ")[0];
      const [text] = (id && html.split(` id="${id}"`)[1]?.split("</p>")) || [];
      return text?.replace(/^[^>]*>|<[^>]*>/g, "");
    },
  };
}

test("a form shows what is stored, nested and repeated fields too", () => {
  const form = draw();
  expect(["name", "address.city", "size", "website"].map(form.text)).toEqual([
    "Linden",
    "Utrecht",
    "4",
    "",
  ]);
  expect(form.ticked).toEqual(["1", "2"]);
  expect(form.problem("name")).toBeUndefined();
  expect(form.inputOf("name")).toMatch(
    /required=""(?=.*maxLength="120")|maxLength="120"(?=.*required="")/,
  );
  expect(form.html).not.toContain("noValidate");
});

test("a refused form shows what was typed, also a field that was emptied, and what is wrong at its field", () => {
  const form = draw(
    {
      status: "error",
      initialValue: { intent: "edit", address: { city: "x" } },
      error: { "address.city": ["Too short."] },
    },
    "edit",
  );
  expect([form.text("name"), form.text("address.city"), form.problem("address.city")]).toEqual([
    "",
    "x",
    "Too short.",
  ]);
  expect(form.inputOf("address.city")).toContain('aria-invalid="true"');
  expect(form.ticked).toEqual([]);
});

test("the other forms of the page are not touched", () => {
  const form = draw(
    { status: "error", initialValue: { intent: "delete" }, error: { "": ["No."] } },
    "edit",
  );
  expect(form.text("name")).toBe("Linden");
  expect(form.html).not.toContain("No.");
});

test("what is wrong with one of several values is said at their field, and with a field of a row at that", () => {
  const form = draw({
    status: "error",
    initialValue: {},
    error: {
      "days[1]": ["No such day."],
      "tiers[0].hours": ["Odd."],
      tiers: ["Too many."],
      "": ["Not saved."],
    },
  });
  expect(form.html.match(/No such day\./g)).toHaveLength(1);
  expect(form.problem("tiers[0].hours")).toBe("Odd.");
  expect(form.html.match(/Odd\./g)).toHaveLength(1);
  expect(form.html).toMatch(/Too many\..*No such day\./);
  expect(form.html).toContain("Not saved.");
});

test("what someone else has saved stands beside what was typed, where it differs", () => {
  const form = draw(undefined, undefined, { ...stored, name: "Beech", address: { city: "" } });
  expect(form.html).toContain("Now: Beech");
  expect(form.html).toContain("Now empty");
  expect(form.html.match(/Now[: ]/g)).toHaveLength(2);
});
