import { hash } from 'node:crypto';
import type { Application } from '../application/application.entity.js';

/** 22 characters of base64url hold 128 bits. */
const VERSION_LENGTH = 22;

export const isWaiting = ({ status, pending }: Application): boolean => status === 'waiting' || pending !== null;

/** A hash of everything that an operator approves. It changes exactly when one of these things does. */
export function versionOf(application: Application): string {
  const { name, redirectUrls, origins, scopes, permissions, requirePkce, pending } = application;
  const asked = [pending?.name, pending?.redirectUrls, pending?.scopes, pending?.permissions];
  const about = [name, redirectUrls, origins, scopes, permissions, requirePkce, asked];
  return hash('sha256', JSON.stringify(about), 'base64url').slice(0, VERSION_LENGTH);
}
