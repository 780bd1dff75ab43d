import { parse, v5, v7, validate } from 'uuid';

/** The namespace that every derived id of this product hangs under; changing it would change all of them. */
const NAMESPACE = parse('5b1f0c1e-9a67-5d0a-8f0d-7c0a4b1e2d3f');

/** A new UUIDv7: its first 48 bits are the time, so that rows made together lie together. Never called in a decider. */
export const newId = (): string => v7();

/** The same parts always give the same id (UUIDv5): what makes a step idempotent across processes and crashes. */
export const deriveId = (...parts: readonly string[]): string => v5(parts.join('\n'), NAMESPACE);

export const isId = (text: unknown): text is string => typeof text === 'string' && validate(text);

/** Milliseconds since the epoch at which a UUIDv7 was made. */
export const idTimeMs = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
