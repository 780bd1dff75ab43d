import { html, type Html } from '@halyard/pages';

export const powerList = (powers: readonly string[]): Html =>
  html`<ul class="powers">
    ${powers.map((power) => html`<li>${power}</li>`)}
  </ul>`;
