import { html, nothing, type TemplateResult } from "lit";
import { bookableName, type Chosen } from "../choose/bookables";
import { isLater } from "../flow";
import { duration } from "../shared/format";
import type { StepProps } from "../shared/props";
import { priceWords } from "../shared/summary";
import { fill } from "../shared/texts";
import { change, mayBeSame, SAME } from "./visit";

/** The services of a visit, each with its person and length until a time is chosen. */
export function visitList(props: StepProps): TemplateResult | typeof nothing {
  const parts = props.state.flow.bookable?.visit?.parts;
  return parts
    ? html`<ol class="visit" part="visit">
        ${parts.map((part, index) => html`<li>${service(props, parts, part, index)}</li>`)}
      </ol>`
    : nothing;
}

function service(
  props: StepProps,
  parts: readonly Chosen[],
  part: Chosen,
  index: number,
): TemplateResult {
  const { store, state, services, config, locale, t } = props;
  const { bookable, length_minutes, resource_id } = part;
  const name = bookableName(bookable);
  const offer = services.offerOf({ ...state.flow, ...part, step: "day" });
  const words = [
    offer?.duration_minutes && duration(offer.duration_minutes, locale),
    priceWords(props, offer, config.tenant.currency),
  ];
  const set = (own: Partial<Chosen>) =>
    change(
      store,
      parts.map((one) => (one === part ? { ...one, ...own } : one)),
    );
  const { resources, schedule } = bookable;
  const before = parts[index - 1];
  const anyone = resources.every(({ type }) => type === "person") ? t.anyone : t.no_preference;
  const mayChoose = config.steps.choose_resource && resources.length > 1;
  const isChosen = isLater(state.flow.step);
  return html`<span><bdi>${name}</bdi><small>${words.filter(Boolean).join(" · ")}</small></span> ${
      isChosen
        ? nothing
        : html`${
              schedule?.length_options[0]
                ? select(
                    `${name}: ${t.length_heading}`,
                    String(length_minutes ?? ""),
                    [
                      ["", duration(schedule.duration_minutes, locale)],
                      ...schedule.length_options.map(
                        ({ minutes }) => [String(minutes), duration(minutes, locale)] as const,
                      ),
                    ],
                    (value) => set({ length_minutes: Number(value) || null }),
                  )
                : nothing
            }
            ${
              mayChoose
                ? select(
                    `${name}: ${services.whichOf(props, bookable)}`,
                    resource_id ?? "",
                    [
                      ["", anyone],
                      ...(before && mayBeSame(before, bookable) ? ([[SAME, t.same]] as const) : []),
                      ...resources.map(({ id, name }) => [id, name] as const),
                    ],
                    (value) => set({ resource_id: value || null }),
                  )
                : nothing
            }
            <button
              type="button"
              class="round"
              part="link"
              aria-label=${fill(t.remove, { name })}
              @click=${() =>
                change(
                  store,
                  parts.filter((one) => one !== part),
                )}
            >
              ×
            </button>`
    }`;
}

const select = (
  label: string,
  value: string,
  options: readonly (readonly [value: string, words: string])[],
  choose: (value: string) => void,
): TemplateResult =>
  html`<select
    part="input"
    aria-label=${label}
    @change=${({ target }: Event) => choose((target as HTMLSelectElement).value)}
  >
    ${options.map(
      ([option, words]) =>
        html`<option value=${option} .selected=${option === value}>${words}</option>`,
    )}
  </select>`;
