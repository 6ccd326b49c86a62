import type { WidgetConfig } from "~/contract/widget";
import { describeLocation } from "~/domain/bookings/read/booking-location";
import { locationWords } from "~/domain/bookings/read/location-words";
import { localeOf } from "~/i18n/locales";
import { type Note, Notice } from "~/ui/guest-page/guest-layout";
import { type BookFrame, BookLayout } from "./book-layout";
import { bookTexts } from "./book-language";
import { offerFacts } from "./book-words";
import { addressOf } from "./booking-page-choice";
import type { BookableService } from "./choice";
import { byCategory } from "./by-category";

/** Step 1: services by category. */
export function ServiceChoice({
  frame,
  config,
  note,
}: {
  frame: BookFrame;
  config: WidgetConfig;
  note: Note | null;
}) {
  const t = bookTexts(frame.locale);
  const own = config.texts[localeOf(frame.locale)];
  const isClosed = config.schedules.length === 0;
  return (
    <BookLayout frame={frame}>
      <Notice note={note} />
      <h2>{isClosed ? (own?.closed ?? t.nothing) : (own?.title ?? t.choose_service)}</h2>
      {!isClosed && own?.intro !== undefined && <p>{own.intro}</p>}
      <Categories frame={frame} services={config.schedules} />
    </BookLayout>
  );
}

/** With more services, categories are folded behind a list of them. */
const MAX_UNFOLDED = 12;

/** Services under their categories. */
export function Categories({
  frame,
  services: all,
  hrefOf = ({ id }) => addressOf(frame.choice, { service: id }),
}: {
  frame: BookFrame;
  services: readonly BookableService[];
  hrefOf?: (service: BookableService) => string;
}) {
  const t = bookTexts(frame.locale);
  const categories = byCategory(all).map(({ category, services }, index) => ({
    id: `category-${index}`,
    name: category ?? (index > 0 ? t.other_services : null),
    offers: (
      <ul className="plain grid gap-2.5" id={`category-${index}`}>
        {services.map((service) => (
          <Offer key={service.id} frame={frame} service={service} href={hrefOf(service)} />
        ))}
      </ul>
    ),
    count: services.length,
  }));
  const isFolded = all.length > MAX_UNFOLDED && categories.length > 1;
  return (
    <>
      {isFolded && (
        <ul className="chips plain">
          {categories.map(
            ({ id, name }) =>
              name !== null && (
                <li key={id}>
                  <a className="chip" href={`#${id}`}>
                    {name}
                  </a>
                </li>
              ),
          )}
        </ul>
      )}
      {categories.map(({ id, name, offers, count }, index) =>
        isFolded && name !== null ? (
          <details key={id} className="category" open={index === 0}>
            <summary>
              <h3>{name}</h3> <span className="muted">{count}</span>
            </summary>
            {offers}
          </details>
        ) : (
          <section key={id}>
            {name !== null && <h3>{name}</h3>}
            {offers}
          </section>
        ),
      )}
    </>
  );
}

/** A service card; its name is the link and covers the card. */
function Offer({
  frame: { locale },
  service,
  href,
}: {
  frame: BookFrame;
  service: BookableService;
  href: string;
}) {
  const { name, description, image_url } = service;
  return (
    <li className="offer">
      {image_url !== null && <img src={image_url} alt="" width={72} height={72} loading="lazy" />}
      <div>
        <a href={href}>{name}</a>
        <span className="muted">{offerFacts(service, locale)}</span>
        {description !== null && (
          <p className="about small" dir="auto">
            {description}
          </p>
        )}
      </div>
    </li>
  );
}

/** Details of the chosen service: facts, location and full description. */
export function AboutService({ locale, service }: { locale: string; service: BookableService }) {
  const { location, description } = service;
  const where = describeLocation(
    location && { ...location, url: null },
    null,
    locationWords(locale, "guest"),
  );
  return (
    <>
      <p>
        <b>{service.name}</b>
        <br />
        <span className="muted">
          {[offerFacts(service, locale), where?.text].filter(Boolean).join(" · ")}
        </span>
      </p>
      {description !== null && (
        <p className="order-1 basis-full small whitespace-pre-line" dir="auto">
          {description}
        </p>
      )}
    </>
  );
}
