import { spawn } from 'node:child_process';
import type { Env } from './profile/profile.js';

const openers: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', linux: 'xdg-open' };

/** Whether a browser can open where the user sees it: not over a network, and not without a screen. */
export function canOpenBrowser(env: Env): boolean {
  const isRemote = env['SSH_CONNECTION'] !== undefined || env['SSH_TTY'] !== undefined || env['CI'] !== undefined;
  const hasScreen = process.platform !== 'linux' || !!(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
  return !isRemote && hasScreen;
}

/** Hosts of this machine: its names, and its addresses as URL writes them. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether nobody else can read or answer a browser's requests to the address: https, or http on this machine. */
export function isSafeForBrowser(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/**
 * Does nothing without a browser, or if the address is not safe: an opener starts any program that an address names.
 */
export function openBrowser(address: string, start: typeof spawn = spawn): void {
  const opener = openers[process.platform];
  if (opener === undefined || !isSafeForBrowser(address)) return;
  const opened = start(opener, [new URL(address).href], { stdio: 'ignore', detached: true });
  opened.on('error', () => undefined);
  opened.unref();
}
