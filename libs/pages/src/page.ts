import { hash } from 'node:crypto';
import { html, Html } from './html.js';
import { formStyle } from './style.js';

export interface HtmlPage {
  readonly title: string;
  readonly content: Html;
  /** The only style sheet of the page. */
  readonly style?: string;
  /** The only script of the page, which can be used without it. */
  readonly script?: string | undefined;
}

/** A whole document. It requests nothing. */
export const pageOf = ({ title, content, style = formStyle, script }: HtmlPage): string =>
  `<!doctype html>\n${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        ${content} ${script === undefined ? undefined : new Html(`<script>${script}</script>`)}
      </body>
    </html>`.markup
  }\n`;

export interface PageRestrictions {
  readonly style?: string;
  readonly script?: string | undefined;
  /** The targets that forms of the page may have: `'none'` or sources (Content Security Policy, `form-action`). */
  readonly formAction?: readonly string[];
}

export const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

const SELF = ["'self'"];
const NOTHING = ["'none'"];

/** A Content Security Policy with these directives, in which nothing else is allowed but forms to the page's server. */
export function policyOf(directives: Readonly<Record<string, readonly string[]>>): string {
  const all = {
    'default-src': NOTHING,
    ...directives,
    'base-uri': NOTHING,
    'form-action': SELF,
    'frame-ancestors': NOTHING,
    'require-trusted-types-for': ["'script'"],
    'trusted-types': NOTHING,
    ...directives,
  };
  return Object.entries(all)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** Allows a page only its own style and script, and no frame around it. */
export const pageHeaders = ({ style = formStyle, script, formAction = SELF }: PageRestrictions = {}): Readonly<
  Record<string, string>
> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyOf({
    'style-src': [sourceOf(style)],
    ...(script !== undefined && { 'script-src': [sourceOf(script)] }),
    'base-uri': NOTHING,
    'form-action': formAction,
  }),
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  // `no-referrer` would make browsers hide the origin of a form from its own server.
  'referrer-policy': 'same-origin',
  'permissions-policy': ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
    .map((feature) => `${feature}=()`)
    .join(', '),
});
