import type { IncomingMessage } from 'node:http';
import { errorPageOf, pageHeaders } from '@halyard/pages';
import type { GatewayConfig } from '../config.js';
import { prefersPage } from '../media/accept.js';
import { AllowedMethods } from './allowed-methods.js';
import type { Headers } from './answer-headers.js';
import { isOfConsole } from './console-target.js';
import { originOf, TrustedProxies } from './origin.js';
import { askedByConsole, authorizationPages, consolePages } from './page-routes.js';

interface RefusalPage {
  readonly headers: Headers;
  readonly body: string;
}

/** Refusals for people in a browser. Programs and the console's own calls get the API's refusals. */
export class RefusalPages {
  private readonly proxies: TrustedProxies;
  private readonly installation: string;
  private readonly isSandbox: boolean;
  private readonly hasConsole: boolean;

  constructor({ installationName, environment, trustedProxies, forwardedHosts, console }: GatewayConfig) {
    this.proxies = new TrustedProxies(trustedProxies, forwardedHosts);
    this.installation = installationName;
    this.isSandbox = environment === 'sandbox';
    this.hasConsole = console;
  }

  /**
   * Whether a person asks for an address that may be a page's, apart from tokens and ids. A truncated link counts too,
   * even if the API has a resource there.
   */
  isForPage(message: IncomingMessage): boolean {
    const { method = '' } = message;
    return isOfPerson(message) && methodsAt(message).includes(method);
  }

  /** @returns undefined for a refusal to a program */
  of(message: IncomingMessage, status: number, requestId: string): RefusalPage | undefined {
    if (!isOfPerson(message)) return undefined;
    if (methodsAt(message).length === 0 && !(this.hasConsole && isAtConsole(message))) return undefined;
    if (!originOf(message, this.proxies)) return undefined;
    const { installation, isSandbox } = this;
    return { headers: pageHeaders(), body: errorPageOf({ installation, isSandbox, status, requestId }) };
  }
}

const ofAuthorization = new AllowedMethods(authorizationPages);
const ofConsole = new AllowedMethods(consolePages);
const asked = new AllowedMethods(askedByConsole);

const methodsAt = ({ url = '' }: IncomingMessage): readonly string[] => ofAuthorization.methodsOf(url);

const isAtConsole = ({ url = '', method = '' }: IncomingMessage): boolean =>
  asked.methodsOf(url).length === 0 && ofConsole.methodsOf(url).includes(method);

const isOfPerson = (message: IncomingMessage): boolean =>
  message.headers.authorization === undefined && !isOfConsole(message) && prefersPage(message.headers.accept);
