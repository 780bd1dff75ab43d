import { randomBytes } from 'node:crypto';
import type { RequestTemplate } from './load.ts';

const KEY_LENGTH = 36;

interface Blank {
  readonly at: number;
  readonly fill: (bytes: Buffer, at: number) => void;
}

/** The bytes of one connection's requests: built once, with the values filled in again for each request. */
export class RequestBytes {
  readonly bytes: Buffer;
  private readonly blanks: readonly Blank[];

  constructor(template: RequestTemplate, host: string, nextKey: () => string) {
    const { method, path, headers, body = '', pools = {} } = template;
    const draw = drawFrom(template);
    const blankOf = (name: string): string => (name === 'key' ? '0'.repeat(KEY_LENGTH) : (pools[name]?.[0] ?? ''));
    const filled = body.replaceAll(/\{(\w+)\}/g, (_, name: string) => blankOf(name));
    const text = [
      `${method} ${path} HTTP/1.1`,
      `host: ${host}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(method === 'POST' ? [`content-length: ${Buffer.byteLength(filled)}`] : []),
      '',
      body,
    ].join('\r\n');
    const blanks: Blank[] = [];
    let at = 0;
    let whole = '';
    for (const part of text.split(/(\{\w+\})/)) {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) {
        whole += part;
      } else {
        at = whole.length;
        const value = name === 'key' ? nextKey : () => draw(name);
        blanks.push({ at, fill: (bytes, from) => void bytes.write(value(), from, 'latin1') });
        whole += blankOf(name);
      }
    }
    this.bytes = Buffer.from(whole, 'latin1');
    this.blanks = blanks;
  }

  next(): Buffer {
    for (const { at, fill } of this.blanks) fill(this.bytes, at);
    return this.bytes;
  }
}

/** Makes unique keys, also among several generators. */
export function keys(): () => string {
  const prefix = randomBytes(12).toString('hex');
  let count = 0;
  return () => prefix + String((count += 1)).padStart(KEY_LENGTH - prefix.length, '0');
}

/** Successive places of a request never draw the same index of their pools. */
function drawFrom({ pools = {}, drawnWith = {} }: RequestTemplate): (name: string) => string {
  let last = -1;
  const places = new Map<string, number>();
  for (const values of Object.values(pools)) {
    if (new Set(values.map(({ length }) => length)).size !== 1)
      throw new Error('the values of a pool differ in length');
  }
  return (name) => {
    const values = pools[name] ?? [];
    const other = drawnWith[name];
    if (other !== undefined) return values[places.get(other) ?? 0] ?? '';
    let index = Math.floor(Math.random() * values.length);
    if (index === last && values.length > 1) index = (index + 1) % values.length;
    last = index;
    places.set(name, index);
    return values[index] ?? '';
  };
}
