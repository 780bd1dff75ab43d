import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

const BANK = '222222226';
const OTHER_BANK = '011000015';

const rule = (over: object = {}) => ({ name: 'nsf', then: { return: 'R01' }, ...over });
const outage = (over: object = {}) => ({
  routingNumber: BANK,
  from: '2026-01-02T00:00:00Z',
  to: '2026-01-02T00:00:00.001Z',
  ...over,
});
const correcting = (correct: string, corrected?: object) => ({
  rules: [rule({ then: { correct, ...(corrected && { corrected }) } })],
});

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await startTestService(transfersService);
});
afterAll(() => service.stop());
beforeEach(() => {
  world = new World(service);
});

const change = (body: unknown) => world.call('POST', '/sandbox-bank-behavior', { body });
async function shown(): Promise<unknown> {
  const { status, body } = await world.call('GET', '/sandbox-bank-behavior');
  return status === 200 && body.type === 'resource' ? body.attributes : body;
}

describe('a behaviour that is refused', () => {
  it.each([
    ['C01', { accountNumber: '123456789' }],
    ['C02', { routingNumber: OTHER_BANK }],
    ['C03', { routingNumber: OTHER_BANK, accountNumber: '123456789' }],
    ['C04', { name: 'Ada Byron' }],
    ['C05', { bankAccountType: 'savings' }],
    ['C06', { accountNumber: '123456789', bankAccountType: 'savings' }],
    ['C07', { routingNumber: OTHER_BANK, accountNumber: '123456789', bankAccountType: 'checking' }],
    ['C09', { individualId: 'A-1' }],
    ['C13', undefined],
  ])('has %s state what it changes, and nothing else', async (code, corrected) => {
    expect((await change(correcting(code, corrected))).status).toBe(200);
    const all = ['routingNumber', 'accountNumber', 'bankAccountType', 'name', 'individualId'];
    const given = Object.keys(corrected ?? {});
    const values = {
      routingNumber: BANK,
      accountNumber: '1234',
      bankAccountType: 'checking',
      name: 'A',
      individualId: '1',
    };
    const at = (code: string, parts: readonly string[]) =>
      parts.map((part) => `${code} /rules/0/then/corrected/${part}`);
    expect(faultsOf(await change(correcting(code, values)))).toEqual(
      at(
        'NotAllowed',
        all.filter((part) => !given.includes(part)),
      ),
    );
    if (given.length === 0) return;
    expect(faultsOf(await change(correcting(code, {})))).toEqual(
      at(
        'Required',
        all.filter((part) => given.includes(part)),
      ),
    );
    expect(faultsOf(await change(correcting(code)))).toEqual(
      at(
        'Required',
        all.filter((part) => given.includes(part)),
      ),
    );
  });

  it.each<[string, object, readonly string[]]>([
    ['a share without a seed', { rules: [rule({ share: '0.5' })] }, ['Required /seed']],
    ['a share with an empty seed', { seed: '', rules: [rule({ share: '0.5' })] }, ['Required /seed']],
    ['a seed that is too long', { seed: 's'.repeat(101) }, ['InvalidFormat /seed']],
    ['a seed that is no text', { seed: 42 }, ['InvalidFormat /seed']],
    ['a seed that UTF-8 can not write', { seed: '\ud800' }, ['InvalidFormat /seed']],
    ['too many rules', { rules: Array.from({ length: 51 }, (_, n) => rule({ name: `r-${n}` })) }, ['Invalid /rules']],
    ['too many outages', { outages: Array.from({ length: 21 }, () => outage()) }, ['Invalid /outages']],
    ['rules that are no list', { rules: 'Ada' }, ['Invalid /rules']],
    ['a rule that is no object', { rules: ['Ada'] }, ['Invalid /rules/0']],
    ['a rule without a name', { rules: [{ then: { return: 'R01' } }] }, ['Required /rules/0/name']],
    ['a name with other characters', { rules: [rule({ name: 'Nsf' })] }, ['InvalidFormat /rules/0/name']],
    ['a name that is too long', { rules: [rule({ name: 'n'.repeat(51) })] }, ['InvalidFormat /rules/0/name']],
    [
      'a name again',
      { rules: [rule(), rule({ name: 'b' }), rule(), rule()] },
      ['Duplicate /rules/2/name', 'Duplicate /rules/3/name'],
    ],
    ['two measures', { seed: 's', rules: [rule({ share: '1', every: 2 })] }, ['Invalid /rules/0/every']],
    [
      'three measures',
      { seed: 's', rules: [rule({ share: '1', first: 1, every: 2 })] },
      ['Invalid /rules/0/first', 'Invalid /rules/0/every'],
    ],
    ['a share that is a number', { seed: 's', rules: [rule({ share: 0.5 })] }, ['InvalidFormat /rules/0/share']],
    [
      'a share of seven decimals',
      { seed: 's', rules: [rule({ share: '0.0000001' })] },
      ['InvalidFormat /rules/0/share'],
    ],
    ['a share above one', { seed: 's', rules: [rule({ share: '1.000001' })] }, ['InvalidFormat /rules/0/share']],
    ['the first none', { rules: [rule({ first: 0 })] }, ['InvalidFormat /rules/0/first']],
    ['too many first', { rules: [rule({ first: 1_000_001 })] }, ['InvalidFormat /rules/0/first']],
    ['every part of one', { rules: [rule({ every: 1.5 })] }, ['InvalidFormat /rules/0/every']],
    ['every as text', { rules: [rule({ every: '2' })] }, ['InvalidFormat /rules/0/every']],
    ['no consequence', { rules: [{ name: 'nsf' }] }, ['Required /rules/0/then']],
    ['an empty consequence', { rules: [rule({ then: {} })] }, ['Required /rules/0/then']],
    [
      'all consequences',
      { rules: [rule({ then: { microDeposits: 'wrong-amounts', delay: 'P1D', correct: 'C13', return: 'R01' } })] },
      ['Invalid /rules/0/then/correct', 'Invalid /rules/0/then/delay', 'Invalid /rules/0/then/microDeposits'],
    ],
    ['another word', { rules: [rule({ then: { microDeposits: 'right' } })] }, ['Invalid /rules/0/then/microDeposits']],
    ['an unknown return', { rules: [rule({ then: { return: 'R00' } })] }, ['Invalid /rules/0/then/return']],
    [
      'a return within no duration',
      { rules: [rule({ then: { return: 'R01', after: '1 day' } })] },
      ['InvalidFormat /rules/0/then/after'],
    ],
    [
      'a return after its window',
      { rules: [rule({ then: { return: 'R01', after: 'P4DT1S' } })] },
      ['Invalid /rules/0/then/after'],
    ],
    [
      'a late return after its window',
      { rules: [rule({ then: { return: 'R10', after: 'P9W' } })] },
      ['Invalid /rules/0/then/after'],
    ],
    [
      'a delay with a time after',
      { rules: [rule({ then: { delay: 'P1D', after: 'P1D' } })] },
      ['NotAllowed /rules/0/then/after'],
    ],
    [
      'a return with corrected values',
      { rules: [rule({ then: { return: 'R01', corrected: { name: 'Ada' } } })] },
      ['NotAllowed /rules/0/then/corrected'],
    ],
    ['a delay in months', { rules: [rule({ then: { delay: 'P1M' } })] }, ['InvalidFormat /rules/0/then/delay']],
    [
      'a delay that no clock reaches',
      { rules: [rule({ then: { delay: 'P999999999999W' } })] },
      ['Invalid /rules/0/then/delay'],
    ],
    [
      'an outage that ends as it begins',
      { outages: [outage({ to: '2026-01-01T18:00:00-06:00' })] },
      ['Invalid /outages/0/to'],
    ],
    ['an outage of no moment', { outages: [outage({ from: '2026-01-02' })] }, ['InvalidFormat /outages/0/from']],
    [
      'an outage of no bank',
      { outages: [outage({ routingNumber: '222222227' })] },
      ['Invalid /outages/0/routingNumber'],
    ],
    [
      'an outage of nothing',
      { outages: [{}] },
      ['Required /outages/0/routingNumber', 'Required /outages/0/from', 'Required /outages/0/to'],
    ],
  ])('refuses %s, and changes nothing', async (_, body, faults) => {
    const before = { rules: [rule({ name: 'before' })] };
    await change(before);
    expect(faultsOf(await change(body))).toEqual(faults);
    expect(await shown()).toMatchObject(before);
  });

  it.each([...['C08', 'C10', 'C11', 'C12', 'C14'], 'C00', 'R01'])('refuses the correction %s', async (code) => {
    expect(faultsOf(await change(correcting(code)))).toEqual(['Invalid /rules/0/then/correct']);
  });

  it.each<[string, unknown, string]>([
    ['direction', 'both', 'Invalid'],
    ['route', 'rtp', 'Invalid'],
    ['owner', 'person', 'Invalid'],
    ['customerType', 'private', 'Invalid'],
    ['routingNumber', '12345', 'InvalidFormat'],
    ['routingNumber', '222222227', 'Invalid'],
    ['correlationId', 'a b', 'InvalidFormat'],
    ['correlationId', 'a*b', 'InvalidFormat'],
    ['amount', '100.00', 'InvalidFormat'],
    ['amount/from', 100, 'InvalidFormat'],
    ['amount/from', '0.001', 'InvalidFormat'],
    ['amount/below', '-1', 'InvalidFormat'],
  ])('refuses a condition whose %s is %p', async (path, value, code) => {
    const [field = '', inner] = path.split('/');
    const when = { [field]: inner === undefined ? value : { [inner]: value } };
    expect(faultsOf(await change({ rules: [rule({ when })] }))).toEqual([`${code} /rules/0/when/${path}`]);
  });
});
