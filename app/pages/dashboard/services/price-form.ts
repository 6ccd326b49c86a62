import { z } from "zod";
import { LocalTime } from "~/contract/common";
import type { FeeTerms } from "~/contract/card-on-file";
import type { Schedule, SchedulePatch } from "~/contract/schedules";
import {
  type Addon,
  AddonId,
  Addons,
  type LengthOption,
  LengthOptions,
  type PeakPrice,
  PeakPrices,
  type PersonKind,
  PersonKindId,
  PersonKinds,
} from "~/contract/service-fields";
import { asciiOf } from "~/domain/tenants/slug";
import { t } from "~/i18n/text";
import { invalidField } from "~/lib/app-error";
import { readPercent } from "~/ui/form/percent";
import { readPrice, writePrice } from "~/ui/form/price";
import { filledIn } from "~/ui/form/value-at";
import { changeFields, type FormValues, priceOf } from "~/ui/services/service-forms";
import {
  type FieldNames,
  type FilledRow,
  filledRows,
  formRows,
  parseField,
  RowChange,
} from "./form-rows";

const LengthRow = z.object({
  minutes: z.int().min(5).max(1440).optional(),
  price: z.string().max(20).default(""),
});
type LengthRow = z.output<typeof LengthRow>;
const PeakRow = z.object({
  days: z.array(z.int().min(1).max(7)).default([]),
  start: LocalTime.optional(),
  end: LocalTime.optional(),
  change: z.string().max(20).default("").describe("signed: 20, -10, 2.50"),
  unit: z.enum(["percent", "amount"]).default("percent"),
});
type PeakRow = z.output<typeof PeakRow>;
const AddonRow = z.object({
  id: AddonId.optional().describe("of one that is stored; a new one gets its id from its name"),
  name: z.string().max(120).default(""),
  price: z.string().max(20).default(""),
  max_quantity: z.int().min(1).max(100).optional(),
  extra_minutes: z.int().min(0).max(480).optional(),
});
type AddonRow = z.output<typeof AddonRow>;

const KindRow = z.object({
  id: PersonKindId.optional().describe(
    "of one that is stored; a new one gets its id from its name",
  ),
  name: z.string().max(60).default(""),
  price: z.string().max(20).default("").describe("empty: the service's price"),
  no_seat: z.boolean().default(false),
});
type KindRow = z.output<typeof KindRow>;

/** Form of a service's length, price and payment. */
export const PriceForm = z.object({
  ...changeFields,
  duration_minutes: z.int().min(5).max(1440),
  price: z.string().max(20).default(""),
  length_options: formRows(LengthRow),
  peak_prices: formRows(PeakRow),
  person_kinds: formRows(KindRow),
  addons: formRows(AddonRow),
  rows: RowChange,
  step_minutes: z.int().min(5).max(1440).optional(),
  buffer_before_minutes: z.int().min(0).max(480).default(0),
  buffer_after_minutes: z.int().min(0).max(480).default(0),
  processing_after: z.int().min(5).max(1430).optional(),
  processing_minutes: z.int().min(5).max(1430).optional(),
  requires_payment: z.boolean().default(false),
  deposit_kind: z
    .enum(["none", "percent", "amount"])
    .optional()
    .describe("absent where deposits are not offered"),
  deposit: z.string().max(20).default(""),
  card_on_file: z.boolean().default(false),
  card_offered: z.boolean().default(false).describe("whether the form has these fields"),
  no_show_fee: z.string().max(20).default("").describe("15 or 20%"),
  late_fee: z.string().max(20).default(""),
  late_hours: z.int().min(1).max(8760).optional(),
  requires_approval: z.boolean().default(false),
  tax_offered: z.boolean().default(false).describe("whether the form has the next field"),
  tax_rate: z.number().min(0).max(100).optional().describe("in percent; the company's if empty"),
});
export type PriceForm = z.output<typeof PriceForm>;

/** Non-empty rows; lengths in stored order. */
const lengthRows = ({
  length_options,
}: Pick<PriceForm, "length_options">): FilledRow<LengthRow>[] =>
  filledRows(
    length_options,
    ({ minutes, price }) => minutes !== undefined || price.trim() !== "",
  ).sort((a, b) => (a.row.minutes ?? 0) - (b.row.minutes ?? 0));
const peakRows = ({ peak_prices }: Pick<PriceForm, "peak_prices">): FilledRow<PeakRow>[] =>
  filledRows(
    peak_prices,
    ({ days, start, end, change }) =>
      days.length > 0 || (start ?? end) !== undefined || change.trim() !== "",
  );
const kindRows = ({ person_kinds }: Pick<PriceForm, "person_kinds">): FilledRow<KindRow>[] =>
  filledRows(
    person_kinds,
    ({ name, price, no_seat }) => name.trim() !== "" || price.trim() !== "" || no_seat,
  );
const addonRows = ({ addons }: Pick<PriceForm, "addons">): FilledRow<AddonRow>[] =>
  filledRows(
    addons,
    ({ name, price, max_quantity, extra_minutes }) =>
      name.trim() !== "" || price.trim() !== "" || (max_quantity ?? extra_minutes) !== undefined,
  );

/**
 * Throws validation_failed with the contract's field names; `priceFieldNames` maps them to the
 * form.
 */
export function patchOfPrice(
  form: PriceForm,
  before: Schedule,
  tenantCurrency: string,
): SchedulePatch {
  const currency = before.currency ?? tenantCurrency;
  const { duration_minutes, step_minutes, buffer_before_minutes, buffer_after_minutes } = form;
  const lengths = lengthRows(form).map(({ row }, index) =>
    lengthOf(row, `length_options.${index}`, currency),
  );
  const peaks = peakRows(form).map(({ row }, index) =>
    peakOf(row, `peak_prices.${index}`, currency),
  );
  const peak_prices = parseField(PeakPrices, "peak_prices", peaks);
  const person_kinds = parseField(PersonKinds, "person_kinds", kindsOf(form, currency));
  const addons = parseField(Addons, "addons", addonsOf(form, currency));
  return {
    duration_minutes,
    buffer_before_minutes,
    buffer_after_minutes,
    price_amount: priceOf(form.price, currency),
    length_options: parseField(LengthOptions, "length_options", lengths),
    // Stored values may have another field order, which is not a change.
    peak_prices: isSame(peak_prices, before.peak_prices) ? before.peak_prices : peak_prices,
    person_kinds: isSame(person_kinds, before.person_kinds) ? before.person_kinds : person_kinds,
    addons: isSame(addons, before.addons) ? before.addons : addons,
    step_minutes: step_minutes ?? null,
    processing: processingOf(form, before),
    requires_payment: form.requires_payment,
    ...depositPatch(form, currency),
    ...cardPatch(form, currency),
    requires_approval: form.requires_approval,
    ...(form.tax_offered && { tax_rate_bps: taxRateOf(form) }),
  };
}

const taxRateOf = ({ tax_rate }: Pick<PriceForm, "tax_rate">): number | null =>
  tax_rate === undefined ? null : Math.round(tax_rate * 100);

/** Both fields, or neither: none. */
function processingOf(
  { processing_after: after_minutes, processing_minutes: minutes }: PriceForm,
  before: Schedule,
): Schedule["processing"] {
  if (after_minutes === undefined && minutes === undefined) return null;
  if (after_minutes === undefined)
    throw invalidField("processing.after_minutes", t("Enter the minutes."), "required");
  if (minutes === undefined)
    throw invalidField("processing.minutes", t("Enter the minutes."), "required");
  const processing = { after_minutes, minutes };
  return isSame(processing, before.processing) ? before.processing : processing;
}

/** A form without the choice leaves the deposit; without payment there is none. */
function depositPatch(
  { requires_payment, deposit_kind, deposit }: PriceForm,
  currency: string,
): Pick<SchedulePatch, "deposit"> {
  if (!requires_payment || deposit_kind === undefined) return {};
  if (deposit_kind === "none") return { deposit: null };
  if (deposit_kind === "amount") {
    const amount = readPrice(deposit, currency);
    if (!amount) throw invalidField("deposit", t("Use a price such as 25 or 25.50."));
    return { deposit: { amount } };
  }
  const percent = readPercent(deposit);
  if (percent === null) throw invalidField("deposit", t("Use a whole number from 1 to 99."));
  return { deposit: { percent } };
}

/** A form without the fields leaves the card. */
function cardPatch(
  { card_offered, card_on_file, no_show_fee, late_fee, late_hours = 24 }: PriceForm,
  currency: string,
): Pick<SchedulePatch, "card_on_file"> {
  if (!card_offered) return {};
  if (!card_on_file) return { card_on_file: null };
  const no_show = feeTerms(no_show_fee, "no_show_fee", currency);
  const late_cancellation = feeTerms(late_fee, "late_fee", currency);
  if (no_show === null && late_cancellation === null)
    throw invalidField("no_show_fee", t("Give a fee, or don’t ask for a card."));
  return { card_on_file: { no_show, late_cancellation, window_minutes: late_hours * 60 } };
}

/** "50%" is a share of the price, "20" an amount, "" no fee. Throws validation_failed. */
function feeTerms(typed: string, field: string, currency: string): FeeTerms | null {
  const text = typed.trim();
  if (text === "") return null;
  const [, share] = /^(\d{1,3})\s*%$/.exec(text) ?? [];
  const percent = Number(share);
  if (share !== undefined && percent >= 1 && percent <= 100) return { percent };
  const amount = share === undefined ? readPrice(text, currency) : null;
  if (!amount) throw invalidField(field, t("Use an amount such as 20, or a share such as 50%."));
  return { amount };
}

const isSame = (one: unknown, other: unknown): boolean =>
  String(filledIn(one)) === String(filledIn(other));

function lengthOf({ minutes, price }: LengthRow, path: string, currency: string): LengthOption {
  if (minutes === undefined)
    throw invalidField(`${path}.minutes`, t("Enter the minutes."), "required");
  const price_amount = readPrice(price, currency);
  if (price_amount === undefined)
    throw invalidField(`${path}.price_amount`, t("Use a price such as 25 or 25.50."));
  return { minutes, price_amount };
}

function peakOf(
  { days, start, end, change, unit }: PeakRow,
  path: string,
  currency: string,
): PeakPrice {
  if (days.length === 0)
    throw invalidField(`${path}.days`, t("Choose at least one day."), "required");
  if (start === undefined) throw invalidField(`${path}.start`, t("Choose a time."), "required");
  if (end === undefined) throw invalidField(`${path}.end`, t("Choose a time."), "required");
  const [, sign = "", number = ""] = /^([+\-\u2212]?)\s*(.*)$/.exec(change.trim()) ?? [];
  const isLess = sign !== "" && sign !== "+";
  const signed = (amount: number) => (isLess ? -amount : amount);
  if (unit === "percent") {
    const percent = /^\d{1,4}\s*%?$/.test(number) ? Number.parseInt(number, 10) : Number.NaN;
    if (Number.isNaN(percent))
      throw invalidField(`${path}.percent`, t("Use a whole number such as 20 or -10."));
    return { days, start, end, percent: signed(percent) };
  }
  const amount = readPrice(number, currency);
  if (amount === undefined || amount === null)
    throw invalidField(`${path}.amount`, t("Use an amount such as 5 or -2.50."));
  return { days, start, end, amount: signed(amount) };
}

function kindsOf(form: PriceForm, currency: string): PersonKind[] {
  const rows = kindRows(form);
  if (rows.length > 0 && rows.every(({ row }) => row.no_seat))
    throw invalidField("person_kinds", t("At least one kind must take a seat."));
  const taken = new Set(rows.map(({ row }) => row.id));
  return rows.map(({ row: { id, name, price, no_seat } }, index) => {
    if (name.trim() === "")
      throw invalidField(`person_kinds.${index}.name`, t("Enter a name."), "required");
    const price_amount = readPrice(price, currency);
    if (price_amount === undefined)
      throw invalidField(
        `person_kinds.${index}.price_amount`,
        t("Use a price such as 25 or 25.50."),
      );
    const ownId = id ?? freeId(name, taken, "kind");
    taken.add(ownId);
    return { id: ownId, name, price_amount, takes_seat: !no_seat };
  });
}

function addonsOf(form: PriceForm, currency: string): Addon[] {
  const rows = addonRows(form);
  const taken = new Set(rows.map(({ row }) => row.id));
  return rows.map(({ row: { id, name, price, max_quantity, extra_minutes = 0 } }, index) => {
    if (name.trim() === "")
      throw invalidField(`addons.${index}.name`, t("Enter a name."), "required");
    const price_amount = readPrice(price, currency);
    if (price_amount === undefined)
      throw invalidField(`addons.${index}.price_amount`, t("Use a price such as 25 or 25.50."));
    const ownId = id ?? freeId(name, taken, "addon");
    taken.add(ownId);
    return {
      id: ownId,
      name,
      price_amount: price_amount ?? 0,
      max_quantity: max_quantity ?? 1,
      extra_minutes,
    };
  });
}

/** "racket", "racket-2": the name as an ID that no other row has. */
function freeId(name: string, taken: ReadonlySet<string | undefined>, otherwise: string): string {
  const base = asciiOf(name, 36) || otherwise;
  let id = base;
  for (let no = 2; taken.has(id); no += 1) id = `${base}-${no}`;
  return id;
}

const FIELDS: Record<string, string> = {
  price_amount: "price",
  percent: "change",
  amount: "change",
};

/** "length_options.0.price_amount" → "length_options.2.price": the row's index in the form. */
export function priceFieldNames(form: PriceForm): FieldNames {
  const rows: Record<string, FilledRow<unknown>[]> = {
    length_options: lengthRows(form),
    peak_prices: peakRows(form),
    person_kinds: kindRows(form),
    addons: addonRows(form),
  };
  return (path) => {
    const [field = "", at, name] = path.split(".");
    if (field === "deposit") return field;
    if (field === "processing")
      return at === "after_minutes" ? "processing_after" : "processing_minutes";
    const index = rows[field]?.[Number(at)]?.index;
    return index === undefined
      ? path
      : [field, index, FIELDS[name ?? ""] ?? name].filter((part) => part !== undefined).join(".");
  };
}

export function priceValues(schedule: Schedule): FormValues {
  const { currency } = schedule;
  return {
    duration_minutes: String(schedule.duration_minutes),
    price: writePrice(schedule.price_amount, currency),
    length_options: schedule.length_options.map(({ minutes, price_amount }) => ({
      minutes: String(minutes),
      price: writePrice(price_amount, currency),
    })),
    peak_prices: schedule.peak_prices.map((peak) => peakValues(peak, currency)),
    person_kinds: schedule.person_kinds.map(({ id, name, price_amount, takes_seat }) => ({
      id,
      name,
      price: writePrice(price_amount, currency),
      no_seat: !takes_seat,
    })),
    addons: schedule.addons.map(({ id, name, price_amount, max_quantity, extra_minutes = 0 }) => ({
      id,
      name,
      price: price_amount === 0 ? "" : writePrice(price_amount, currency),
      max_quantity: String(max_quantity),
      extra_minutes: extra_minutes === 0 ? "" : String(extra_minutes),
    })),
    step_minutes: schedule.step_minutes === null ? "" : String(schedule.step_minutes),
    buffer_before_minutes: String(schedule.buffer_before_minutes),
    buffer_after_minutes: String(schedule.buffer_after_minutes),
    processing_after: schedule.processing ? String(schedule.processing.after_minutes) : "",
    processing_minutes: schedule.processing ? String(schedule.processing.minutes) : "",
    requires_payment: schedule.requires_payment,
    ...depositValues(schedule),
    ...cardValues(schedule),
    requires_approval: schedule.requires_approval,
    tax_rate: schedule.tax_rate_bps === null ? undefined : schedule.tax_rate_bps / 100,
  };
}

function depositValues({ deposit, currency }: Schedule) {
  if (deposit === null) return { deposit_kind: "none", deposit: "" };
  return "percent" in deposit
    ? { deposit_kind: "percent", deposit: String(deposit.percent) }
    : { deposit_kind: "amount", deposit: writePrice(deposit.amount, currency) };
}

function cardValues({ card_on_file: card, currency }: Schedule) {
  const written = (fee: FeeTerms | null) =>
    fee === null ? "" : "percent" in fee ? `${fee.percent}%` : writePrice(fee.amount, currency);
  return {
    card_on_file: card !== null,
    no_show_fee: written(card?.no_show ?? null),
    late_fee: written(card?.late_cancellation ?? null),
    late_hours: String((card?.window_minutes ?? 1440) / 60),
  };
}

function peakValues(
  { days, start, end, percent, amount = 0 }: Schedule["peak_prices"][number],
  currency: string | null,
) {
  const base = { days: days.map(String), start, end };
  if (percent !== undefined) return { ...base, change: String(percent), unit: "percent" };
  return {
    ...base,
    change: `${amount < 0 ? "-" : ""}${writePrice(Math.abs(amount), currency)}`,
    unit: "amount",
  };
}
