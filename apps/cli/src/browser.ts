import { spawn } from 'node:child_process';
import type { Environment } from './profile/profile.js';

const openers: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', linux: 'xdg-open' };

/** Whether a browser can open where the user sees it: not over a network, and not without a screen. */
export function canOpenBrowser(env: Environment): boolean {
  const isRemote = env['SSH_CONNECTION'] !== undefined || env['SSH_TTY'] !== undefined || env['CI'] !== undefined;
  const hasScreen = process.platform !== 'linux' || !!(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
  return !isRemote && hasScreen;
}

/** Opens an address in the user's browser. Who has none has the address. */
export function openBrowser(address: string): void {
  const opener = openers[process.platform];
  if (opener === undefined) return;
  const opened = spawn(opener, [address], { stdio: 'ignore', detached: true });
  opened.on('error', () => undefined);
  opened.unref();
}
