import { rendererOf } from "./renderer";

/** Stands in for `LitElement`, with what the element uses of it: see `lit.ts`. */

type Changed = Map<PropertyKey, unknown>;
type Values = Record<string, unknown>;
interface Options {
  attribute?: string | false;
  reflect?: boolean;
}

/** The property of each attribute. */
const names: Record<string, string> = {};

export class LitElement extends HTMLElement {
  static properties: Record<string, Options>;
  static styles: CSSStyleSheet;

  /** Asked for once, when the element is defined. */
  static get observedAttributes(): string[] {
    for (const [name, { attribute = name }] of Object.entries(this.properties)) {
      if (attribute) names[attribute] = name;
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: LitElement) {
          return this.#values[name];
        },
        set(this: LitElement, value: unknown) {
          const before = this.#values[name];
          this.#values[name] = value;
          this.requestUpdate(name, before);
        },
      });
    }
    return Object.keys(names);
  }

  renderRoot!: ShadowRoot;
  updateComplete: Promise<void>;
  readonly #values: Values = {};
  /** What was set before the element was defined. */
  #early: Values = {};
  #changed: Changed = new Map();
  #pending = false;
  #begin!: () => void;
  #draw: ReturnType<typeof rendererOf> | undefined;

  constructor() {
    super();
    // The first update waits until the element is in a page.
    this.updateComplete = new Promise((begin) => (this.#begin = begin));
    const own = this as unknown as Values;
    for (const name of Object.keys((this.constructor as typeof LitElement).properties))
      if (Object.hasOwn(own, name)) {
        this.#early[name] = own[name];
        delete own[name];
      }
    this.requestUpdate();
  }

  connectedCallback(): void {
    if (!this.renderRoot) {
      this.renderRoot = this.attachShadow({ mode: "open" });
      this.renderRoot.adoptedStyleSheets = [(this.constructor as typeof LitElement).styles];
      this.#draw = rendererOf(this.renderRoot);
    }
    this.#begin();
  }

  disconnectedCallback(): void {}

  attributeChangedCallback(attribute: string, _before: string | null, value: string | null): void {
    const name = names[attribute]!;
    const own = this as unknown as Values;
    if ((own[name] ?? null) !== value) own[name] = value;
  }

  /** Draws again soon, once for all that changes until then. */
  requestUpdate(name?: string, before?: unknown): void {
    if (name) {
      if (Object.is(this.#values[name], before)) return;
      if (!this.#changed.has(name)) this.#changed.set(name, before);
    }
    if (!this.#pending) this.updateComplete = this.#update();
  }

  async #update(): Promise<void> {
    this.#pending = true;
    // What went wrong in an earlier update was said then.
    await this.updateComplete.catch(() => undefined);
    Object.assign(this, this.#early);
    this.#early = {};
    const changed = this.#changed;
    let drawn: unknown;
    try {
      this.willUpdate(changed);
      drawn = this.render();
    } finally {
      this.#changed = new Map();
      this.#pending = false;
    }
    const { properties } = this.constructor as typeof LitElement;
    for (const name of changed.keys() as Iterable<string>) {
      const value = this.#values[name] as string | null | undefined;
      if (!properties[name]!.reflect) continue;
      if (value == null) this.removeAttribute(name);
      else this.setAttribute(name, value);
    }
    this.#draw!([drawn], 0);
    this.updated(changed);
  }

  protected willUpdate(_changed: Changed): void {}
  protected render(): unknown {
    return;
  }
  protected updated(_changed: Changed): void {}
}
