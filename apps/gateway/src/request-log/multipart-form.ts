import { Busboy } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { essenceOf } from '@halyard/http';
import { type RequestRecord, watch } from './request-record.js';

const FORM = 'multipart/form-data';

export const isForm = ({ 'content-type': contentType = '' }: FastifyRequest['headers']): boolean =>
  essenceOf(contentType) === FORM;

/** Enough for a form with one file and a few fields. Anything beyond is not recorded. */
const limits = { fieldSize: 1_024, parts: 24, headerPairs: 16, headerSize: 8_192 };

/** Replaces a file, whose bytes nobody keeps. It is no text, so that it can't be taken for a field's value. */
const FILE = {};

/** Remembers the parts of a form by their names while the form is read, if bodies are recorded. */
export function recordForm({ raw, headers, record }: Pick<FastifyRequest, 'raw' | 'headers' | 'record'>): void {
  if (!record) return;
  record.received = 0;
  const parser = record.hasBodies && isForm(headers) ? parserOf(headers['content-type'] ?? '', record) : undefined;
  watch(raw, (chunk) => {
    record.received = (record.received ?? 0) + chunk.length;
    parser?.write(chunk);
  });
  raw.once('end', () => parser?.end());
}

/** @returns undefined for a form without a boundary */
function parserOf(contentType: string, record: RequestRecord): InstanceType<typeof Busboy> | undefined {
  const parts = new Map<string, unknown>();
  const add = (name: string | undefined, value: unknown): void => {
    if (name === undefined) return;
    const known = parts.get(name);
    parts.set(name, known === undefined ? value : [known, value].flat());
  };
  try {
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits });
    parser.on('field', (name, value) => add(name, value));
    parser.on('file', (name, file) => {
      file.on('error', () => undefined).resume();
      add(name, FILE);
    });
    parser.on('partsLimit', () => (record.isCut = true));
    // A form that ends too early has an error, and finishes all the same.
    parser.on('error', () => parts.clear());
    parser.on('finish', () => {
      if (parts.size > 0) record.body = Object.fromEntries(parts);
    });
    return parser;
  } catch {
    return undefined;
  }
}
