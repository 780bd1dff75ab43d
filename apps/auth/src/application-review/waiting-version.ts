import { hash } from 'node:crypto';
import type { Application } from '../application/application.entity.js';

/** 128 bits. */
const VERSION_LENGTH = 22;

export const isWaiting = ({ status, pending }: Application): boolean => status === 'waiting' || pending !== null;

/** Names all that an approval of an application is about: it changes with each of them, and with nothing else. */
export function versionOf(application: Application): string {
  const { name, redirectUrls, origins, scopes, permissions, requirePkce, pending } = application;
  const asked = [pending?.name, pending?.redirectUrls, pending?.scopes, pending?.permissions];
  const about = [name, redirectUrls, origins, scopes, permissions, requirePkce, asked];
  return hash('sha256', JSON.stringify(about), 'base64url').slice(0, VERSION_LENGTH);
}
