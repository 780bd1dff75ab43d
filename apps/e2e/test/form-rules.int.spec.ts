// Runs: embedded
import type { Route } from '@halyard/contracts';
import { type PublicRoute, publicRoutes, routeNames } from '@halyard/public-api';
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  askWithForms,
  bodyOf,
  brokenValues,
  filledIn,
  hasOptional,
  isKnownElsewhere,
  isWhole,
  pointersOf,
  pointerTo,
  type Property,
  sendForm,
  type Template,
  type Templates,
  templatesIn,
  type Values,
} from './support/hal-forms.js';
import { fundedHolder, idOf } from './support/journeys.js';
import { type OfferingState, offeringStates, unsent } from './support/offering-states.js';
import { wrongInRequest } from './support/openapi.js';
import { SharedSuite } from './support/shared-suite.js';
import { severalAtOnce } from './support/side-by-side.js';

const offering = offeringStates.filter(({ kind, state }) => !unsent.has(kind) && !state.startsWith('closed'));

/** Whether it is refused where it is wrong: at the field, its list, or, of one that makes its form differ, at others. */
function isRefusedAt(answer: HalAnswer, { name }: Property, { properties }: Template, isLeftOut: boolean): boolean {
  const pointers = pointersOf(answer);
  if (answer.status !== 400) return false;
  if (pointers.includes(pointerTo(name)) || pointers.includes(pointerTo(name.replace(/\.\d+$/, '')))) return true;
  const own = new Set(properties.map((property) => pointerTo(property.name)));
  return isLeftOut && pointers.length > 0 && pointers.every((pointer) => !own.has(pointer));
}

/** The route that a template is sent to. */
function routeOf({ method, target }: Template): PublicRoute {
  const path = new URL(target).pathname;
  const parts = (route: string): RegExp => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
  const found = routeNames.find((name) => {
    const route: Route = publicRoutes[name];
    return route.method === method && parts(route.path).test(path);
  });
  if (!found) throw new Error(`no route for ${method} ${path}`);
  return found;
}

/** In a form a file is its bytes, which a schema takes for text. */
const sentBody = ({ properties }: Template, values: Values): object => {
  const files = new Set(properties.filter(({ type }) => type === 'file').map(({ name }) => name));
  return bodyOf(new Map([...values].map(([name, value]) => [name, files.has(name) ? 'bytes' : value])));
};

const faultsOf = ({ status, body }: HalAnswer): string =>
  `${status} ${(body._embedded?.['errors'] ?? [body]).map(({ code, path, message }) => `${String(code)} ${String(path)} ${String(message)}`).join(', ')}`;

describe('forms say what their rules say', () => {
  let shared: SharedSuite;
  beforeAll(async () => {
    shared = await SharedSuite.join('form rules');
    // Whoever chooses from the list of customers finds one that may be charged.
    await fundedHolder(shared.client, '20.00');
  });
  afterAll(() => shared.leave());

  const clientOf = ({ by }: OfferingState): HalClient => (by === 'operator' ? shared.operator : shared.client);
  async function made(state: OfferingState): Promise<{ readonly url: string; readonly templates: Templates }> {
    const url = await state.make(shared);
    return { url, templates: templatesIn((await askWithForms(clientOf(state), url)).body) };
  }

  it.each(offering)('what is filled in passes: $name', async (state) => {
    const client = clientOf(state);
    const first = await made(state);
    // Each form is sent to a resource of its own.
    const unused = [first];
    const refused: string[] = [];
    for (const [name, shown] of Object.entries(first.templates)) {
      for (const all of hasOptional(shown) ? [true, false] : [true]) {
        const template = (unused.pop() ?? (await made(state))).templates[name];
        if (!template) throw new Error(`${name} is gone`);
        const values = await filledIn(client, template, all);
        if (!isWhole(template, values)) continue;
        const wrong = wrongInRequest(routeOf(template), template.contentType, sentBody(template, values));
        refused.push(...wrong.map((problem) => `${name}: not as the document has it: ${problem}`));
        const answer = await sendForm(client, template, values);
        if (answer.status >= 300 && !isKnownElsewhere(answer))
          refused.push(`${name}${all ? '' : ' (required)'}: ${faultsOf(answer)} ${JSON.stringify([...values])}`);
      }
    }
    expect(refused).toEqual([]);
  });

  it.each(offering)('what breaks a rule of a field is refused there: $name', async (state) => {
    const client = clientOf(state);
    const { templates } = await made(state);
    const astray: string[] = [];
    for (const [name, template] of Object.entries(templates)) {
      const values = await filledIn(client, template);
      const fields = template.properties.filter(({ type, readOnly }) => type !== 'hidden' && !readOnly);
      const cases = fields.flatMap((property) => brokenValues(property).map((broken) => ({ property, broken })));
      await severalAtOnce(cases, async ({ property, broken }) => {
        const answer = await sendForm(
          client,
          template,
          broken === undefined ? without(values, property.name) : new Map([...values, [property.name, broken]]),
        );
        if (!isRefusedAt(answer, property, template, broken === undefined))
          astray.push(`${name} ${property.name} ${JSON.stringify(broken)?.slice(0, 40)}: ${faultsOf(answer)}`);
      });
    }
    expect(astray).toEqual([]);
  });

  const kinds = [...new Set(offering.map(({ kind }) => kind))];

  it.each(kinds)('what is not offered is refused, or changes nothing: %s', async (kind) => {
    const states = offeringStates.filter((state) => state.kind === kind);
    const instances = [];
    for (const state of states) instances.push({ state, ...(await made(state)) });
    const taken: string[] = [];
    for (const { state, url, templates } of instances) {
      const client = clientOf(state);
      for (const donor of instances) {
        for (const [name, template] of Object.entries(donor.templates)) {
          if (name in templates) continue;
          const before = (await client.get(url)).body;
          const answer = await sendForm(client, ...(await onto(template, donor.url, url, client)));
          const after = answer.status < 300 ? (await client.get(url)).body : before;
          if (answer.status >= 500 || JSON.stringify(before) !== JSON.stringify(after))
            taken.push(`${state.state}: ${name}: ${faultsOf(answer)}`);
        }
      }
    }
    expect(taken).toEqual([]);
  });
});

const without = (values: Values, name: string): Values => new Map([...values].filter(([each]) => each !== name));

/** The template of one resource, filled in and sent to another. */
async function onto(template: Template, from: string, to: string, client: HalClient): Promise<[Template, Values]> {
  const values = await filledIn(client, template);
  const moved = JSON.parse(JSON.stringify(template).replaceAll(idOf(from), idOf(to))) as Template;
  return [
    moved,
    new Map(JSON.parse(JSON.stringify([...values]).replaceAll(idOf(from), idOf(to))) as [string, unknown][]),
  ];
}
