// Runs: embedded
import { newId } from '@halyard/core';
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Action, Client } from 'ketting';
import {
  askWithForms,
  filledIn,
  HAL_FORMS,
  isKnownElsewhere,
  type Template,
  templatesIn,
} from './support/hal-forms.js';
import { fundedHolder } from './support/journeys.js';
import { type OfferingState, offeringStates, unsent } from './support/offering-states.js';
import { SharedSuite } from './support/shared-suite.js';

/**
 * A client of HAL-FORMS that knows nothing of this suite. Only its connection is ours.
 *
 * @param answered gets all that it is answered
 */
function strangerOf(client: HalClient, answered: HalAnswer[]): Client {
  const stranger = new Client(client.connection.baseUrl);
  stranger.use(async (request) => {
    const text = await request.text();
    const sent = {
      accept: HAL_FORMS,
      authorization: `Bearer ${await client.accessToken()}`,
      'idempotency-key': newId(),
      'content-type': request.headers.get('content-type') ?? 'application/json',
    };
    const method = request.method as 'GET' | 'POST' | 'DELETE';
    const answer = await client.raw(method, request.url, sent, text === '' ? undefined : text);
    answered.push(answer);
    const { status, headers, body } = answer;
    const received = { 'content-type': String(headers['content-type'] ?? HAL_FORMS) };
    return new Response(status === 204 ? null : JSON.stringify(body), { status, headers: received });
  });
  return stranger;
}

const isFlat = ({ contentType, properties }: Template): boolean =>
  contentType === 'application/json' && properties.every(({ name }) => !name.includes('.'));

/** It shows no field for a file. */
const isSeen = ({ type }: Template['properties'][number]): boolean => type !== 'file';

describe('ketting, which is not ours', () => {
  let shared: SharedSuite;
  beforeAll(async () => {
    shared = await SharedSuite.join('third party');
    await fundedHolder(shared.client, '20.00');
  });
  afterAll(() => shared.leave());

  async function seen({ make, by }: OfferingState) {
    const client = by === 'operator' ? shared.operator : shared.client;
    const url = new URL(await make(shared), client.connection.baseUrl).href;
    const templates = templatesIn((await askWithForms(client, url)).body);
    const answered: HalAnswer[] = [];
    const actions = new Map(
      (await strangerOf(client, answered).go(url).get()).actions().map((action) => [action.name, action]),
    );
    return { client, templates, actions, answered };
  }

  it.each(offeringStates)('reads every template, and sends those that are flat: $name', async (state) => {
    const first = await seen(state);
    const { client, templates, actions } = first;
    expect([...actions].map(([name, action]) => [name, shown(action)])).toEqual(
      Object.entries(templates).map(([name, { method, target, contentType, properties }]) => [
        name,
        {
          method,
          target,
          contentType,
          fields: properties.filter(isSeen).map(({ name: field, required }) => [field, required]),
        },
      ]),
    );
    if (unsent.has(state.kind)) return;
    // Each form is sent to a resource of its own.
    const unused = [first];
    for (const [name] of Object.entries(templates).filter(([, template]) => isFlat(template))) {
      const fresh = unused.pop() ?? (await seen(state));
      const [template, action] = [fresh.templates[name], fresh.actions.get(name)];
      if (!template || !action) throw new Error(`${name} is gone`);
      const values = await filledIn(client, template);
      await action.submit(Object.fromEntries(values)).catch(() => undefined);
      const [, answer] = fresh.answered;
      const isDone = answer !== undefined && (answer.status < 300 || isKnownElsewhere(answer));
      expect([name, isDone || answer]).toEqual([name, true]);
    }
  });
});

const shown = ({ method, uri, contentType, fields }: Action) => ({
  method,
  target: uri,
  contentType,
  fields: fields
    .filter((field) => (field as object | undefined) !== undefined)
    .map(({ name, required }) => [name, required]),
});
