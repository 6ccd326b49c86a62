import { render, type TemplateResult } from "lit/html.js";

/** Styles that all elements of a kind share; a content security policy does not concern them. */
export function styleSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/**
 * The part of `LitElement` that this widget needs, in a twentieth of its code: Lit's own base class is an eighth of the
 * whole size budget. Attributes are the only store; properties read and write them, as HTML's own elements do.
 */
export abstract class TemplateElement extends HTMLElement {
  /** Property names with the attribute each one mirrors. */
  static readonly properties: Readonly<Record<string, string>> = {};
  static readonly sheet: CSSStyleSheet;

  protected readonly root = this.attachShadow({ mode: "open" });
  #changed = new Set<string>();
  #pending = false;

  static get observedAttributes(): string[] {
    return Object.values(this.properties);
  }

  /** Registers the element, once, and gives it its properties. */
  static define(this: CustomElementConstructor & typeof TemplateElement, name: string): void {
    if (customElements.get(name)) return;
    for (const [property, attribute] of Object.entries(this.properties)) {
      Object.defineProperty(this.prototype, property, {
        get(this: HTMLElement) {
          return this.getAttribute(attribute);
        },
        set(this: HTMLElement, value: unknown) {
          if (value === null || value === undefined) this.removeAttribute(attribute);
          else this.setAttribute(attribute, String(value));
        },
      });
    }
    customElements.define(name, this);
  }

  constructor() {
    super();
    this.root.adoptedStyleSheets = [(this.constructor as typeof TemplateElement).sheet];
  }

  connectedCallback(): void {
    this.#adoptEarly();
    this.requestUpdate();
  }

  attributeChangedCallback(attribute: string): void {
    this.requestUpdate(attribute);
  }

  /** Renders soon, once for all that changes until then, and not before the element is in a page. */
  protected requestUpdate(attribute?: string): void {
    if (attribute) this.#changed.add(attribute);
    if (this.#pending || !this.isConnected) return;
    this.#pending = true;
    queueMicrotask(() => this.#update());
  }

  /** Takes note of the attributes that changed before what follows from them is rendered. */
  protected abstract willUpdate(attributes: ReadonlySet<string>): void;
  protected abstract render(): TemplateResult;
  protected abstract updated(): void;

  #update(): void {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#pending = false;
    this.willUpdate(changed);
    render(this.render(), this.root);
    this.updated();
  }

  /** Properties set before the element was defined are plain fields that hide the accessors: they are set again. */
  #adoptEarly(): void {
    const self = this as unknown as Record<string, unknown>;
    for (const property of Object.keys((this.constructor as typeof TemplateElement).properties)) {
      if (!Object.hasOwn(self, property)) continue;
      const value = self[property];
      delete self[property];
      self[property] = value;
    }
  }
}
