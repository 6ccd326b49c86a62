import { beforeEach, expect, test } from "vitest";
import { NewApiKey } from "~/contract/api-keys";
import { NewWidgetConfiguration } from "~/contract/widget-configs";
import { createApiKey } from "~/domain/api-keys/api-keys.server";
import type { UserActor } from "~/domain/identity/actor";
import {
  createWidgetConfig,
  getWidgetConfig,
  updateWidgetConfig,
} from "~/domain/widgets/widget-configs.server";
import { flashOf, get, post, refusalOf } from "~/testing/desk";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import * as list from "./route";
import * as page from "./widget/route";

// The widget pages, called as the browser calls them before any script.

let owner: UserActor;
let id: string;
let schedules: { id: string }[];

beforeEach(async () => {
  owner = await makeTenant({ name: "Studio Linden" });
  const court = await makeResource(owner, { name: "Court 1" });
  schedules = [
    await makeSchedule(owner, [court.id], { name: "Tennis" }),
    await makeSchedule(owner, [court.id], { name: "Padel" }),
  ];
  ({ id } = await createWidgetConfig(owner, NewWidgetConfiguration.parse({ name: "Website" })));
});

const PATH = "/dashboard/widgets";
const FIELDS = {
  intent: "save",
  version: "1",
  name: "Website",
  schedules: "all",
  resources: "all",
  verification: "off",
  payment: "required",
  "steps.phone": "optional",
  "steps.notes": "optional",
  "steps.choose_resource": "on",
  "steps.waitlist": "on",
  "steps.add_service": "on",
  "branding.accent": "#2563eb",
  "branding.theme": "auto",
  "branding.density": "comfortable",
  "branding.radius": "8",
  "branding.show_logo": "on",
};
const open = (actor = owner, search = "") => get(page, actor, `${PATH}/${id}${search}`, id);
const send = (fields: Record<string, string | string[]>, actor = owner) =>
  post<unknown>(page, actor, `${PATH}/${id}`, fields, id);
const answerOf = (answer: unknown) => (answer as { data: Record<string, unknown> }).data;

test("a form saved as it was shown changes nothing", async () => {
  const before = await getWidgetConfig(owner, id);
  expect(flashOf(await send(FIELDS)).text).toContain("Saved");
  expect(await getWidgetConfig(owner, id)).toEqual(before);
});

test("each part of the form is saved, and what is emptied is empty", async () => {
  await send({
    ...FIELDS,
    locale: "nl",
    "texts.nl.title": "Boek een baan",
    "texts.en.submit": "Book it",
    "branding.own_accent": "on",
    "branding.accent": "#aa0033",
    schedules: "chosen",
    schedule_ids: [schedules[1]!.id],
    "questions[0].label": "Racket?",
    "questions[0].type": "select",
    "questions[0].options": "Yes\nNo",
    verification: "email",
    payment: "off",
    policy_text: "Be on time.",
    terms_url: "https://linden.example/terms",
    allowed_origins: "https://linden.example\n*.linden.example",
    "steps.phone": "required",
  });
  expect(await getWidgetConfig(owner, id)).toMatchObject({
    version: 2,
    locale: "nl",
    verification: "email",
    payment: "off",
    policy_text: "Be on time.",
    texts: { nl: { title: "Boek een baan" }, en: { submit: "Book it" } },
    branding: { accent: "#aa0033" },
    schedule_ids: [schedules[1]!.id],
    resource_ids: null,
    terms_url: "https://linden.example/terms",
    questions: [expect.objectContaining({ label: "Racket?", options: ["Yes", "No"] })],
    allowed_origins: ["https://linden.example", "*.linden.example"],
    steps: { phone: "required", waitlist: true },
  });
  await send({ ...FIELDS, version: "2" });
  expect(await getWidgetConfig(owner, id)).toMatchObject({
    locale: null,
    texts: {},
    questions: [],
    policy_text: null,
    terms_url: null,
    schedule_ids: null,
    branding: { accent: null },
    allowed_origins: [],
  });
});

test("a preview shows the draft and saves nothing; what cannot be used is said at its field", async () => {
  const draft = { ...FIELDS, intent: "preview", "texts.en.title": "Come and play" };
  const answer = await send({ ...draft, schedules: "chosen", schedule_ids: [schedules[0]!.id] });
  expect(answerOf(answer).preview).toMatchObject({
    texts: { en: { title: "Come and play" } },
    schedules: [{ name: "Tennis" }],
  });
  expect(await getWidgetConfig(owner, id)).toMatchObject({ version: 1, texts: {} });
  const wrong = await send({ ...draft, terms_url: "linden" });
  expect(refusalOf(wrong).result.error).toHaveProperty("terms_url");
});

test("someone else's change is shown, not written over", async () => {
  await updateWidgetConfig(owner, id, { policy_text: "Theirs" });
  const answer = await send({ ...FIELDS, policy_text: "Mine" });
  expect(answerOf(answer).conflict).toMatchObject({ version: 2, typed: { policy_text: "Mine" } });
  await send({ ...FIELDS, version: "2", policy_text: "Mine" });
  expect(await getWidgetConfig(owner, id)).toMatchObject({ version: 3, policy_text: "Mine" });
});

test("a copy becomes the default, and one that is used is not deleted", async () => {
  const made = await send({ intent: "duplicate" });
  const copy = (made as Response).headers.get("Location")!.split("/").at(-1)!; // redirectWith names it
  expect(refusalOf(await send({ intent: "delete" })).result.error[""]![0]).toContain("default");
  await post<unknown>(page, owner, `${PATH}/${copy}`, { intent: "make_default" }, copy);
  const key = { kind: "publishable", name: "Shop", widget_config_id: id };
  await createApiKey(owner, NewApiKey.parse(key));
  expect(refusalOf(await send({ intent: "delete" })).result.error[""]![0]).toContain("“Shop”");
  const { widgets } = await get(list, owner, PATH);
  expect(widgets.map(({ name, is_default, keys }) => [name, is_default, keys])).toEqual([
    ["Website", false, ["Shop"]],
    ["Website (copy)", true, []],
  ]);
});

test("the code has the base key, or a place for a key whose text is not known", async () => {
  const [first] = (await open()).snippets!.snippets;
  expect(first?.code).toMatch(/publishable-key="pk_live_\w+"/);
  expect(first?.code).not.toContain("config-id");
  const shop = await createApiKey(owner, NewApiKey.parse({ kind: "publishable", name: "Shop" }));
  const other = (await open(owner, `?key=${shop.id}`)).snippets!;
  expect([other.is_text_unknown, other.snippets[0]?.code.includes("your-key")]).toEqual([
    true,
    true,
  ]);
  await createWidgetConfig(owner, NewWidgetConfiguration.parse({ name: "Second" }));
  const second = (await get(list, owner, PATH)).widgets[1]!;
  const named = (await get(page, owner, `${PATH}/${second.id}`, second.id)).snippets!;
  expect(named.snippets[0]?.code).toContain(`config-id="${second.id}"`);
});

test("everyone sees the widgets; only admins see the code and change them; another company finds nothing", async () => {
  const viewer = await makeUser(owner, "viewer");
  expect(await open(viewer)).toMatchObject({ may_edit: false, snippets: null });
  await expect(send(FIELDS, viewer)).rejects.toMatchObject({ status: 403 });
  await expect(post<unknown>(list, viewer, PATH, { name: "New" })).rejects.toMatchObject({
    status: 403,
  });
  await expect(open(await makeTenant())).rejects.toMatchObject({ status: 404 });
  const made = (await post<unknown>(list, owner, PATH, { name: "New" })) as Response;
  expect(made.headers.get("Location")).toContain(`${PATH}/`);
});
