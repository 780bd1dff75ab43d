import { afterEach, describe, expect, it } from '@jest/globals';
import { newEnvelopes } from '../../test/probe-process.js';
import { originsBehind, standsForMany } from './addresses.js';
import { Instance } from './instance.js';
import { Instances } from './instances.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const keys = Array.from({ length: 1_000 }, (_, index) => `key-${index}`);

describe('the processes of a service', () => {
  const opened: Instances[] = [];
  const closed: string[] = [];
  afterEach(async () => {
    for (const instances of opened.splice(0)) await instances.close();
    closed.length = 0;
  });

  class Watched extends Instance {
    override async close(): Promise<void> {
      closed.push(this.address);
      await super.close();
    }
  }
  const connect = (address: string) => new Watched(address, { envelopes: newEnvelopes(), connectionsMax: 1 });
  const instancesOf = (origins: readonly string[], lookup = (_: string) => Promise.resolve<readonly string[]>([])) => {
    const instances = new Instances(origins, connect, lookup);
    opened.push(instances);
    return instances;
  };
  const homes = (instances: Instances) => keys.map((key) => instances.choose(key, undefined)?.address);
  const origins = ['http://10.0.0.1:1', 'http://10.0.0.2:1', 'http://10.0.0.3:1'];

  it('share the routing keys fairly, whatever the order of their addresses', () => {
    const chosen = homes(instancesOf(origins));
    expect(homes(instancesOf(origins.toReversed()))).toEqual(chosen);
    for (const origin of origins) {
      const share = chosen.filter((address) => address === origin).length;
      expect(share).toBeGreaterThan(250);
      expect(share).toBeLessThan(420);
    }
  });

  it('keep their routing keys when another one goes away', () => {
    const before = homes(instancesOf(origins));
    const after = homes(instancesOf(origins.slice(0, 2)));
    before.forEach((address, index) => {
      if (address !== origins[2]) expect(after[index]).toBe(address);
    });
  });

  it('that have just failed are left alone while there is another', () => {
    const instances = instancesOf(origins.slice(0, 2));
    const first = instances.choose('key', undefined);
    const second = instances.choose('key', first);
    expect(second).not.toBe(first);
    second?.avoidForAMoment();
    expect(instances.choose('key', first)).toBe(first);
    first?.avoidForAMoment();
    expect(instances.choose('key', undefined)).toBeUndefined();
  });

  it('are found behind names: new ones are connected, and those that are gone drained', async () => {
    let addresses: readonly string[] = ['10.0.0.1', '10.0.0.2'];
    const instances = instancesOf(['http://transfers:4000'], () => Promise.resolve(addresses));
    expect(instances.size).toBe(0);
    await turn();
    const [one, two] = [instances.choose(undefined, undefined), instances.choose(undefined, undefined)];
    expect([one?.address, two?.address].sort()).toEqual(['http://10.0.0.1:4000', 'http://10.0.0.2:4000']);

    addresses = ['10.0.0.2', '10.0.0.3'];
    instances.refresh();
    await turn();
    expect(closed).toEqual(['http://10.0.0.1:4000']);
    const now = homes(instances);
    expect(new Set(now)).toEqual(new Set(['http://10.0.0.2:4000', 'http://10.0.0.3:4000']));
  });

  it('stay known while the resolver is away', async () => {
    let isAway = false;
    const lookup = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(['10.0.0.1']));
    const instances = instancesOf(['http://transfers:4000'], lookup);
    await turn();
    isAway = true;
    instances.refresh();
    await turn();
    expect(instances.choose(undefined, undefined)?.address).toBe('http://10.0.0.1:4000');
  });
});

describe('an origin', () => {
  it.each([
    ['http://transfers:4000', true],
    ['http://localhost', true],
    ['http://10.0.0.1:4000', false],
    ['http://[::1]:4000', false],
    ['https://transfers:4000', false],
  ])('%s stands for many: %p', (origin, expected) => expect(standsForMany(origin)).toBe(expected));

  it('keeps its port at each address', async () => {
    const lookup = () => Promise.resolve(['10.0.0.1', 'fd00::1']);
    expect(await originsBehind('http://a:4000', lookup)).toEqual(['http://10.0.0.1:4000', 'http://[fd00::1]:4000']);
    expect(await originsBehind('http://a', lookup)).toEqual(['http://10.0.0.1', 'http://[fd00::1]']);
  });
});
