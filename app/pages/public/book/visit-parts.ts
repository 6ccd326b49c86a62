import { ANYONE, SAME } from "~/contract/fields";
import { MAX_VISIT_PARTS } from "~/contract/limits";
import type { WidgetConfig } from "~/contract/widget";
import { answersIn } from "~/ui/guest-page/question-form";
import { addonsIn } from "./addon-choice";
import type { AlsoPart, BookableService, Choice } from "./choice";

// Several services in one visit: the first is the choice's own, the others follow it.

/** A service of a visit with its choices. */
export type Part = AlsoPart;

/** All services of the visit, in order; one without a visit. */
export const partsOf = (choice: Choice, service: BookableService): Part[] => [
  {
    service,
    resources: choice.resources,
    who: choice.resource?.id ?? ANYONE,
    length: choice.length,
  },
  ...choice.also,
];

export const isVisit = ({ also }: Pick<Choice, "also">): boolean => also.length > 0;

/** Whether someone gives both services. */
export const mayBeSame = (before: Part, next: Pick<Part, "resources">): boolean =>
  before.resources.some(
    ({ id }) =>
      ([ANYONE, SAME].includes(before.who) || before.who === id) &&
      next.resources.some((other) => other.id === id),
  );

/** Services that can be added to the chosen ones, by the rules of the widget. */
export function othersFor(choice: Choice, config: WidgetConfig): BookableService[] {
  const { service, also, link, waits } = choice;
  if (service === null || !service.combines || link !== null || waits) return [];
  const chosen = partsOf(choice, service).map((part) => part.service.id);
  if (also.length + 1 >= MAX_VISIT_PARTS) return [];
  return config.schedules.filter(({ id, combines }) => combines && !chosen.includes(id));
}

/** A service added to the chosen ones: with the person of the one before where one was chosen. */
export function added(choice: Choice, service: BookableService, config: WidgetConfig): AlsoPart[] {
  const before = partsOf(choice, choice.service!).at(-1)!; // never empty
  const resources = resourcesOf(service, config);
  const isNamed = before.who !== ANYONE && before.resources.length > 1;
  const who = isNamed && mayBeSame(before, { resources }) ? SAME : ANYONE;
  return [...choice.also, { service, resources, who, length: null }];
}

const resourcesOf = ({ resource_ids }: BookableService, { resources }: WidgetConfig) =>
  resources.filter(({ id }) => resource_ids.includes(id));

/** `also` of a URL: "<service>", "<service>.<who>" or "<service>.<who>.<minutes>". */
export const writeAlso = ({ service: { id }, who, length }: AlsoPart): string =>
  [
    id,
    ...(who === ANYONE && length === null ? [] : [who]),
    ...(length === null ? [] : [length]),
  ].join(".");

/** Ids of the services that a URL adds. */
export const alsoIds = (query: URLSearchParams): string[] =>
  query
    .getAll("also")
    .slice(0, MAX_VISIT_PARTS - 1)
    .map((written) => written.split(".")[0]!);

/** The services that a URL adds to the first one. What can't be booked together is left out. */
export function readAlso(config: WidgetConfig, query: URLSearchParams, first: Part): AlsoPart[] {
  if (!first.service.combines || config.booking_link !== undefined) return [];
  const parts = [first];
  for (const written of query.getAll("also").slice(0, MAX_VISIT_PARTS - 1)) {
    const [id, who = ANYONE, minutes] = written.split(".");
    const service = config.schedules.find((one) => one.id === id);
    if (!service?.combines || parts.some((part) => part.service.id === service.id)) continue;
    const resources = resourcesOf(service, config);
    const isKnown =
      who === SAME
        ? mayBeSame(parts.at(-1)!, { resources })
        : resources.some((one) => one.id === who);
    const length = lengthsOf(service, who).find((each) => String(each) === minutes) ?? null;
    parts.push({ service, resources, who: isKnown ? who : ANYONE, length });
  }
  return parts.slice(1);
}

/** Longer lengths of a service: those of the resource if it has its own. */
export function lengthsOf(service: BookableService, who: string): number[] {
  const own = service.resource_terms.find(({ resource_id }) => resource_id === who);
  return (own ?? service).length_options.map(({ minutes }) => minutes);
}

const prefixOf = (index: number): string => (index === 0 ? "" : `part${index + 1}-`);

/** The id of a question or an add-on in the form, where services may have the same. */
export const idInForm = (id: string, index: number): string => `${prefixOf(index)}${id}`;

/**
 * A service as its fields are in the form. The first also has the questions of the configuration,
 * which are asked once.
 */
export function inForm(
  { service }: Part,
  index: number,
  { questions: common }: Pick<WidgetConfig, "questions">,
): BookableService {
  if (index === 0) return service;
  const named = <T extends { id: string }>(all: T[]) =>
    all.map((one) => ({ ...one, id: idInForm(one.id, index) }));
  const own = service.questions.filter(({ id }) => !common.some((one) => one.id === id));
  return { ...service, addons: named(service.addons), questions: named(own) };
}

/** The services of the form, as a request for a visit names them. */
export const partsIn = (
  form: URLSearchParams,
  choice: Choice,
  service: BookableService,
  config: Pick<WidgetConfig, "questions">,
) =>
  partsOf(choice, service).map((part, index) => {
    const { addons, questions } = inForm(part, index, config);
    const isCommon = (id: string) => config.questions.some((one) => one.id === id);
    const plain = (id: string) => id.slice(prefixOf(index).length);
    return {
      ...wishOf(part),
      addons: addonsIn(form, addons).map(({ id, quantity }) => ({ id: plain(id), quantity })),
      answers: answersIn(form, questions)
        .filter(({ question_id }) => index > 0 || !isCommon(question_id))
        .map(({ question_id, value }) => ({ question_id: plain(question_id), value })),
    };
  });

/** A service for a search of times. */
export const wishOf = ({ service, who, length }: Part) => ({
  schedule_id: service.id,
  resource_id: who,
  ...(length !== null && { length_minutes: length }),
});

/** The price of the chosen add-ons of all services, in minor units. */
export const addonsAmount = (
  form: URLSearchParams,
  choice: Choice,
  service: BookableService,
  config: Pick<WidgetConfig, "questions">,
): number =>
  partsOf(choice, service).reduce((sum, part, index) => {
    const { addons } = inForm(part, index, config);
    return addonsIn(form, addons).reduce(
      (each, { id, quantity }) =>
        each + quantity * (addons.find((addon) => addon.id === id)?.price_amount ?? 0),
      sum,
    );
  }, 0);
