import type { Plugin } from "vite";

/**
 * What the element does not use of Lit is cut from Lit's own modules: hooks for polyfills and notes of versions, decorators, controllers, directives,
 * drawings as templates of their own. Each cut is a text of the pinned version and what stands there instead; one that is not found
 * stops the build, so an update of Lit comes past here. With no entry the element is built with the whole of Lit, 0.6 kB larger.
 */
const CUTS: Record<string, [text: string, instead: string][]> = {
  "lit-html/lit-html.js": [
    [`B?.(S,k),(t.litHtmlVersions??=[]).push("3.3.3");`, ""],
    [`,B=t.litHtmlPolyfillSupport;`, ";"],
    [`2===i?"<svg>":3===i?"<math>":""`, `""`],
    [`(2===i?"</svg>":3===i?"</math>":"")`, `""`],
    [
      `P.currentNode=this.el.content,2===i||3===i){const t=this.el.content.firstChild;t.replaceWith(...t.childNodes)}`,
      "P.currentNode=this.el.content){}",
    ],
    [
      `let h=void 0!==e?s._$Co?.[e]:s._$Cl;const o=a(i)?void 0:i._$litDirective$;return h?.constructor!==o&&(h?._$AO?.(!1),void 0===o?h=void 0:(h=new o(t),h._$AT(t,s,e)),void 0!==e?(s._$Co??=[])[e]=h:s._$Cl=h),void 0!==h&&(i=M(t,h._$AS(t,i.values),h,e)),i`,
      "return i",
    ],
    [`else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t));`, ""],
    [`:6===r.type&&(i=new Z(h,this,t))`, ":0"],
    [`this._$AP?.(!1,!0,s)`, ""],
    [`,this._$AP?.(t)`, ""],
  ],
  "reactive-element/reactive-element.js": [
    [`,p?.({ReactiveElement:y}),(a.reactiveElementVersions??=[]).push("2.1.2")`, ""],
    [`,p=a.reactiveElementPolyfillSupport`, ""],
    [`Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;`, ""],
    [
      `const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}`,
      "",
    ],
    [`static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}`, ""],
    [`,void 0!==t.l&&(this.l=[...t.l])`, ""],
    [`,this.constructor.l?.forEach(t=>t(this))`, ""],
    [
      `addController(t){(this._$EO??=new Set).add(t),void 0!==this.renderRoot&&this.isConnected&&t.hostConnected?.()}removeController(t){this._$EO?.delete(t)}`,
      "",
    ],
    [`,this._$EO?.forEach(t=>t.hostConnected?.())`, ""],
    [`this._$EO?.forEach(t=>t.hostDisconnected?.())`, ""],
    [`this._$EO?.forEach(t=>t.hostUpdate?.()),`, ""],
    [`this._$EO?.forEach(t=>t.hostUpdated?.()),`, ""],
  ],
  "lit-element/lit-element.js": [
    [`,s.litElementHydrateSupport?.({LitElement:i});const o=s.litElementPolyfillSupport;o?.({LitElement:i})`, ""],
    [`(s.litElementVersions??=[]).push("4.2.2");`, ""],
  ],
};

/** Builds with what the element uses of Lit. */
export const leanLit = (): Plugin => ({
  name: "lean-lit",
  enforce: "pre",
  resolveId(source) {
    if (/^lit\/(directive|decorators)|^lit\/async/.test(source)) this.error(`${source} needs what lean/lit.ts cuts`);
    // Every browser the element runs in has constructable style sheets.
    return /(^\.|@lit\/reactive-element)\/css-tag\.js$/.test(source)
      ? new URL("css-tag.ts", import.meta.url).pathname
      : null;
  },
  transform(code, id) {
    const file = Object.keys(CUTS).find((name) => id.endsWith(name));
    if (!file) return null;
    return CUTS[file]!.reduce((left, [text, instead]) => {
      if (!left.includes(text)) this.error(`${file} has changed: ${text.slice(0, 60)} is not there`);
      return left.replace(text, () => instead);
    }, code);
  },
});
