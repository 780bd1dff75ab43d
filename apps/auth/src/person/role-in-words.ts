import { meaningOf, type PersonRole } from '@halyard/contracts/people';
import { html, type Html } from '@halyard/pages';

/** A role, and what it means. */
export const roleInWords = (role: PersonRole): Html =>
  html`<span>${role}</span><span class="quiet">: ${meaningOf[role]}</span>`;
