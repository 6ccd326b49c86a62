import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { build, type InlineConfig, type Rollup } from "vite";
import { leanLit } from "../widget-element/lean/lit";

// The built widget has a part of Lit of its own (widget-element/lean): an element of each draws the same, and both are compared.

const ELEMENT = "virtual:element.ts";

/** What the widget does with Lit: texts, lists, templates in templates, each kind of attribute, and properties. */
const SOURCE = `
  import { html, LitElement, nothing } from "lit";
  const row = ({ name, open, notes }) => html\`<li class="row \${open ? "open" : ""}" title=\${name || nothing} ?hidden=\${!open}>
    <button type="button" aria-expanded=\${open} @click=\${() => (document.title = name)}>\${name}</button>
    <input .value=\${name} /> \${notes.map((note) => html\`<small>\${note}</small>\`)}
  </li>\`;
  const empty = html\`<p>Nothing</p>\`;
  export class Probe extends LitElement {
    static properties = { rows: { attribute: false }, text: {}, theme: { reflect: true }, longName: { attribute: "long-name" } };
    static styles = new CSSStyleSheet();
    log = [];
    willUpdate(changed) { this.log.push("will " + [...changed.keys()].sort()); }
    updated(changed) { this.log.push("did " + [...changed.keys()].sort() + " " + [...changed.values()].map(String)); }
    render() {
      return html\`<section data-text="\${this.text}" lang=\${this.theme}>\${this.text}|\${this.longName}
        <ul>\${this.rows?.length ? this.rows.map(row) : empty}</ul>\${this.theme === "dark" ? html\`<b>\${this.text}</b>\` : nothing}
      </section>\`;
    }
  }
`;

/** The element as a script that defines it under a name. */
async function scriptOf(name: string, lean: boolean): Promise<string> {
  const config: InlineConfig = {
    configFile: false,
    logLevel: "silent",
    root: fileURLToPath(new URL("../widget-element", import.meta.url)),
    plugins: [
      {
        name: "probe",
        resolveId: (id) => (id === ELEMENT ? id : null),
        load: (id) => (id === ELEMENT ? SOURCE : null),
      },
      ...(lean ? leanLit() : []),
    ],
    build: {
      write: false,
      minify: false,
      target: "es2022",
      rollupOptions: { input: ELEMENT, preserveEntrySignatures: "strict", output: { format: "iife", name } },
    },
  };
  const { output } = (await build(config)) as Rollup.RollupOutput;
  return `${output[0].code};customElements.define("${name}-probe", ${name}.Probe);`;
}

/** What is drawn, without the comments that mark the places, and what was told on the way. */
const STATES: Record<string, unknown>[] = [
  {},
  { text: "one", theme: "light" },
  { rows: [{ name: "a", open: true, notes: [] }] },
  { text: "two", rows: ["b", "", "<i>"].map((name) => ({ name, open: name !== "", notes: [name, 7] })) },
  { theme: "dark", longName: 0 },
  { rows: [{ name: "z", open: false, notes: [1, 2, 3] }], text: null },
  { rows: [], theme: null },
  { text: "two", longName: undefined },
  { rows: [{ name: "again", open: true, notes: [""] }], theme: "dark" },
];

test("an element of the widget's own part of Lit draws and tells what one of Lit itself does", async ({ page }) => {
  await page.setContent("<full-probe long-name=x></full-probe><lean-probe long-name=x></lean-probe>");
  // Set before the element is defined, as frameworks do.
  await page.evaluate(() => {
    for (const probe of document.body.children) Object.assign(probe, { text: "early" });
  });
  await page.addScriptTag({ content: await scriptOf("full", false) });
  await page.addScriptTag({ content: await scriptOf("lean", true) });
  for (const state of STATES) {
    const [full, lean] = await page.evaluate(async (state) => {
      type Probe = HTMLElement & { updateComplete: Promise<unknown>; log: string[] };
      const shown = async (probe: Probe) => {
        Object.assign(probe, state);
        await probe.updateComplete;
        probe.shadowRoot!.querySelector("button")?.click();
        const values = [...probe.shadowRoot!.querySelectorAll("input")].map(({ value }) => value);
        const attributes = probe.getAttributeNames().map((name) => `${name}=${probe.getAttribute(name)}`);
        const html = probe.shadowRoot!.innerHTML.replace(/<!--.*?-->/g, "").replace(/\s+/g, " ");
        return {
          html: html.replace(/ ?> ?| ?< ?/g, (tag) => tag.trim()),
          values,
          attributes,
          log: probe.log.splice(0),
          title: document.title,
        };
      };
      return [await shown(document.body.children[0] as Probe), await shown(document.body.children[1] as Probe)];
    }, state);
    expect(lean).toEqual(full);
  }
  // What is drawn again keeps its nodes, and with them the focus and what is typed.
  const kept = await page.evaluate(async () => {
    const probe = document.body.children[1] as HTMLElement & { rows: unknown; updateComplete: Promise<unknown> };
    const input = probe.shadowRoot!.querySelector("input");
    probe.rows = [{ name: "other", open: true, notes: [] }];
    await probe.updateComplete;
    return input === probe.shadowRoot!.querySelector("input") && input?.value;
  });
  expect(kept).toBe("other");
});
