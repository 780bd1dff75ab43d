import type { Interaction } from 'oidc-provider';
import { loopbackOriginOf } from '../application/redirect-urls.js';

const INTERACTION = /^\/interaction\/([\w-]{43})$/;

export const interactionPath = (uid: string): string => `/interaction/${uid}`;

/** The id of the authorization that a path continues. */
export const interactionOf = (path: string): string | undefined => INTERACTION.exec(path)?.[1];

/** Sites for `form-action`. Browsers check the whole chain of redirects, and the application may redirect further. */
export function formActionOf({ params }: Pick<Interaction, 'params'>): readonly string[] {
  const { redirect_uri: redirectUrl } = params;
  return formActionFor(typeof redirectUrl === 'string' ? redirectUrl : undefined);
}

/** Sites that forms may lead to if they end at this URL of an application. */
export function formActionFor(url: string | undefined): readonly string[] {
  const loopback = url === undefined ? undefined : loopbackOriginOf(url);
  return ['https:', ...(loopback === undefined ? [] : [loopback])];
}
