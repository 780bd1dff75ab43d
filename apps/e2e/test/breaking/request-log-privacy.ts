import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import type { FieldRule, FieldRules, RequestRules } from '@halyard/contracts/redaction';
import { newId } from '@halyard/core';
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { embedded, hrefOf, personalCustomer } from '../support/journeys.js';
import { Needles } from '../support/needles.js';
import { Places } from '../support/places.js';
import { SharedSuite } from '../support/shared-suite.js';
import type { BreakableSuite } from './breakable-suite.js';

const { bodies, queries } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'gateway', 'dist', 'redaction.json'), 'utf8'),
) as RequestRules;
const BOUNDARY = '----a-boundary';
const MEGABYTE = 1_024 * 1_024;
const NEEDLES_MIN = 300;
/** The log shows these unchanged: a client's own numbers, anchors of pages, and seeds of behaviours. */
const kept: ReadonlySet<string> = new Set(['correlationId', 'anchor', 'seed']);
/** The names of the fields that the log shows of a route. Names of a behaviour's rules may consist of digits. */
const shownOf = (name: string): ReadonlySet<string> =>
  new Set(name === 'changeSandboxBankBehavior' ? ['name', ...kept] : kept);
/** Part of a name that the suite accepts and stores. The search has to find it. */
const CONTROL = 'Xanthewilde-Control';

/** Secrets, numbers and names that occur nowhere else. */
class Seeds {
  readonly all: string[] = [];

  next(): string {
    const number = String(this.all.length).padStart(4, '0');
    const seed = [`whsec-Zq${number}7c1e9b`, `70919233${number}7`, `Xanthewilde-${number}`][this.all.length % 3] ?? '';
    this.all.push(seed);
    return seed;
  }

  /** A value that consists of seeds alone, whatever the rule asks for. */
  valueOf(rule: FieldRule, shown = kept): unknown {
    if (typeof rule === 'string' || 'forms' in rule) return this.next();
    if ('items' in rule) return [this.valueOf(rule.items, shown), { other: this.next() }];
    return this.fieldsOf(rule.fields, shown);
  }

  /** @param shown names of the fields that the log shows unchanged */
  fieldsOf(fields: FieldRules, shown = kept): object {
    const values: Record<string, unknown> = {};
    for (const [name, rule] of Object.entries(fields))
      values[name] = shown.has(name) ? '17' : this.valueOf(rule, shown);
    return { ...values, other: this.next() };
  }
}

/** Searches every byte that the suite keeps. */
export const requestLogPrivacy = (suite: BreakableSuite): void =>
  suite.part('what clients send, and the log of requests', () => {
    const seeds = new Seeds();
    /** Idempotency-Keys, which the log shows to their senders. */
    const keys: string[] = [];
    let joined: SharedSuite;
    let client: HalClient;
    let sent = 0;

    async function send(
      method: Route['method'],
      path: string,
      body?: string | Buffer,
      type = 'application/json',
    ): Promise<HalAnswer> {
      const key = `key-${newId()}`;
      keys.push(key);
      const next = (): string => seeds.next();
      const headers = {
        authorization: `Bearer ${await client.accessToken()}`,
        ...(body !== undefined && { 'content-type': type }),
        ...(method === 'POST' && { 'idempotency-key': key }),
        ...{ cookie: `a=${next()}`, referer: next(), 'x-other': next(), traceparent: next(), 'if-none-match': next() },
      };
      sent += 1;
      return client.raw(method, path, headers, body);
    }

    const queryOf = (name: string): string =>
      Object.entries(seeds.fieldsOf(queries[name] ?? {}))
        .map(([parameter, value]) => `${parameter}=${typeof value === 'string' ? value : seeds.next()}`)
        .join('&');

    const routes = Object.entries<Route>(publicRoutes).filter(
      ([, { kind, access, path }]) =>
        kind === 'plain' && !['anyone', 'linking', 'operator'].includes(access) && !path.startsWith('/requests'),
    );

    beforeAll(async () => {
      joined = await SharedSuite.on(suite.running, 'log');
      ({ client } = joined);
      await client.create('/customers', personalCustomer({ lastName: CONTROL }));
      for (const [name, { method, path }] of routes) {
        const addressed = path.replaceAll(/:\w+/g, () => newId());
        const value = seeds.valueOf(bodies[name] ?? { fields: {} }, shownOf(name));
        const body = method === 'POST' ? JSON.stringify(value) : undefined;
        const { status } = await send(method, `${addressed}?${queryOf(name)}`, body);
        expect([name, status < 500]).toEqual([name, true]);
      }
    });
    afterAll(() => joined.leave());

    it('takes them in every wrong place, and in bodies that cannot be read, with no failure of its own', async () => {
      for (const path of ['/nowhere/', '/customers/', '/idempotency-keys/', '/transfers/', '/search?q=']) {
        for (const method of ['GET', 'POST', 'DELETE'] as const)
          expect((await send(method, path + seeds.next(), method === 'POST' ? '{}' : undefined)).status).toBeLessThan(
            500,
          );
      }
      const form = ['documentType', 'file', 'other'].map(
        (name) =>
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${seeds.next()}"\r\n\r\n${seeds.next()}\r\n`,
      );
      const strange: readonly (readonly [string, string | Buffer, string])[] = [
        ['/customers', JSON.stringify({ firstName: seeds.next().repeat(MEGABYTE / 16) }), 'application/json'],
        ['/customers', Buffer.from([0xff, 0xfe, 0x00, ...Buffer.from(seeds.next())]), 'application/json'],
        ['/customers', Buffer.from(`{"firstName":"${seeds.next()}\xc5"}`, 'latin1'), 'application/json'],
        ['/customers', `{"firstName":"${seeds.next()}`, 'application/json'],
        ['/customers', `"${seeds.next()}"`, 'application/json'],
        ['/customers', seeds.next(), 'text/csv'],
        [
          `/customers/${newId()}/documents`,
          `${form.join('')}--${BOUNDARY}--\r\n`,
          `multipart/form-data; boundary=${BOUNDARY}`,
        ],
      ];
      for (const [path, body, type] of strange) expect((await send('POST', path, body, type)).status).toBeLessThan(500);
      expect(seeds.all.length).toBeGreaterThan(NEEDLES_MIN);
    });

    it('shows none of them to who reads it', async () => {
      const recorded = await waitFor('all are recorded', async () => {
        const found: string[] = [];
        for (let next: string | undefined = '/requests?limit=200'; next !== undefined;) {
          const { body }: HalAnswer = await client.get(next);
          found.push(...embedded(body, 'requests').map((request) => hrefOf(request)));
          next = body._links?.['next']?.href;
        }
        return found.length >= sent ? found : undefined;
      });
      const needles = new Needles(seeds.all);
      const shown: string[] = [];
      for (const href of recorded) {
        const { body } = await client.get(href);
        const text = JSON.stringify(body);
        for (const needle of needles.in(Buffer.from(text))) {
          const at = text.indexOf(needle);
          shown.push(
            `${String(body['method'])} ${String(body['route'])}: ${text.slice(Math.max(0, at - 60), at + needle.length)}`,
          );
        }
      }
      expect(shown).toEqual([]);
    });

    it('keeps none of them, and no key, in any table, file or line', async () => {
      const needles = new Needles([...seeds.all, ...keys, CONTROL]);
      const places = new Places(suite.running);
      const found = { ...(await places.inDatabase(needles)), ...(await places.inFiles(needles)) };
      const ofControl = Object.values(found).flat();
      expect(Object.keys(found)).toContain('customers.customers');
      expect(new Set(ofControl)).toEqual(new Set([CONTROL]));
    });
  });
