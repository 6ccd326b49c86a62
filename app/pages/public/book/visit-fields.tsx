import type { WidgetConfig } from "~/contract/widget";
import { ANYONE, SAME } from "~/contract/fields";
import { bookTexts, whichOf } from "./book-language";
import { type BookFrame, BookLayout } from "./book-layout";
import { durationName, offerFacts } from "./book-words";
import { addressOf, type ChoiceChange } from "./booking-page-choice";
import type { BookableService, AlsoPart } from "./choice";
import { Categories } from "./service-list";
import { added, lengthsOf, mayBeSame, type Part, partsOf } from "./visit-parts";
import { fill } from "~/ui/guest-page/manage-language";

/** The step that adds a service to the visit. */
export function AddingService({
  frame,
  config,
  others,
}: {
  frame: BookFrame;
  config: WidgetConfig;
  others: BookableService[];
}) {
  const { choice, locale } = frame;
  const t = bookTexts(locale);
  return (
    <BookLayout frame={frame}>
      <h2>{t.add_service}</h2>
      <Categories
        frame={frame}
        services={others}
        hrefOf={(service) =>
          addressOf(choice, { ...UNTIMED, also: added(choice, service, config) })
        }
      />
      <p className="mt-5">
        <a href={addressOf(choice)}>{t.back}</a>
      </p>
    </BookLayout>
  );
}

/** Another visit has other times; one person comes. */
const UNTIMED = { date: null, time: null, from: null, people: 1 };

/** The services of a visit: each with its person and length, and a link that removes it. */
export function VisitServices({ frame, service }: { frame: BookFrame; service: BookableService }) {
  const { locale, choice } = frame;
  const t = bookTexts(locale);
  const parts = partsOf(choice, service);
  return (
    <ol className="visit plain">
      {parts.map((part, index) => {
        const rest = parts.filter((one) => one !== part);
        return (
          <li key={part.service.id} className="chosen">
            <p>
              <b>{part.service.name}</b>
              <br />
              <span className="muted">{offerFacts(part.service, locale)}</span>
            </p>
            <a
              href={addressOf(choice, { ...UNTIMED, ...changeOf(rest) })}
              aria-label={fill(t.remove_service, { service: part.service.name })}
            >
              {t.remove}
            </a>
            <Wishes
              frame={frame}
              part={part}
              before={parts[index - 1]}
              hrefOf={(own) =>
                addressOf(choice, {
                  time: null,
                  ...changeOf(parts.map((one) => (one === part ? { ...one, ...own } : one))),
                })
              }
            />
          </li>
        );
      })}
    </ol>
  );
}

/** The changes of a URL that choose these services. */
function changeOf([first, ...also]: Part[]): ChoiceChange {
  const { service, who, length } = first!; // at least one is left
  const resource = who === ANYONE || who === SAME ? null : who;
  return { service: service.id, resource, length, also };
}

/** Who gives a service of the visit, and how long it is, folded behind the current choice. */
function Wishes({
  frame: { locale },
  part,
  before,
  hrefOf,
}: {
  frame: BookFrame;
  part: Part;
  before: Part | undefined;
  hrefOf: (own: Partial<AlsoPart>) => string;
}) {
  const t = bookTexts(locale);
  const { service, resources, who, length } = part;
  const longer = lengthsOf(service, who);
  const people = [
    { id: ANYONE, name: t.any_resource },
    ...(before !== undefined && mayBeSame(before, part)
      ? [{ id: SAME, name: t.same_resource }]
      : []),
    ...resources,
  ];
  const chosen = people.find(({ id }) => id === who)?.name;
  if (resources.length < 2 && longer.length === 0) return null;
  return (
    <details className="wishes">
      <summary>
        {[
          resources.length > 1 && chosen,
          longer.length > 0 && durationName(length ?? service.duration_minutes, locale),
        ]
          .filter(Boolean)
          .join(" · ")}
      </summary>
      {resources.length > 1 && (
        <nav aria-label={`${service.name}: ${whichOf({ resources }, locale)}`}>
          <ul className="chips plain">
            {people.map(({ id, name }) => (
              <li key={id}>
                <a
                  className="chip"
                  href={hrefOf({ who: id, length: null })}
                  aria-current={id === who ? "true" : undefined}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {longer.length > 0 && (
        <nav aria-label={`${service.name}: ${t.length}`}>
          <ul className="chips plain">
            {[null, ...longer].map((minutes) => (
              <li key={minutes}>
                <a
                  className="chip"
                  href={hrefOf({ length: minutes })}
                  aria-current={length === minutes ? "true" : undefined}
                >
                  {durationName(minutes ?? service.duration_minutes, locale)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </details>
  );
}

/** "Cut · Sami", "Colour · Same as before": a line for each service. */
export function PartNames({ frame, service }: { frame: BookFrame; service: BookableService }) {
  return (
    <>
      {partsOf(frame.choice, service).map((part, index, parts) => (
        <span key={part.service.id}>
          <b>{[part.service.name, nameOf(parts, index)].filter(Boolean).join(" · ")}</b>
          <br />
        </span>
      ))}
    </>
  );
}

/** The person that was chosen for a service; null for anyone. */
function nameOf(parts: Part[], index: number): string | null {
  const { who, resources } = parts[index]!;
  if (who === SAME) return nameOf(parts, index - 1);
  return resources.find(({ id }) => id === who)?.name ?? null;
}
