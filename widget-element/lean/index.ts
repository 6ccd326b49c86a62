export { LitElement } from "./lit-element";
export { html, nothing } from "./renderer";
