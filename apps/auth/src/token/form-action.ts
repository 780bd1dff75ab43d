import type { Interaction } from 'oidc-provider';
import { loopbackOriginOf } from '../application/redirect-urls.js';

const INTERACTION = /^\/interaction\/([\w-]{43})$/;

export const interactionPath = (uid: string): string => `/interaction/${uid}`;

/** The authorization that a path of ours continues. */
export const interactionOf = (path: string): string | undefined => INTERACTION.exec(path)?.[1];

/**
 * Where forms may lead during an authorization (`form-action`): browsers check the whole chain of redirects, and the
 * application may send the browser on.
 */
export function formActionOf({ params }: Pick<Interaction, 'params'>): readonly string[] {
  const { redirect_uri: redirectUrl } = params;
  return formActionFor(typeof redirectUrl === 'string' ? redirectUrl : undefined);
}

/** The same for a URL of an application. */
export function formActionFor(url: string | undefined): readonly string[] {
  const loopback = url === undefined ? undefined : loopbackOriginOf(url);
  return ['https:', ...(loopback === undefined ? [] : [loopback])];
}
