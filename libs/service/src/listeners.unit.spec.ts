import { hostname } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { reachableUrl } from './listeners.js';

describe('the address that a service logs', () => {
  it.each(['0.0.0.0', '::'])('has the name of its host where it listens on %s, as in a container', (host) => {
    expect(reachableUrl('http://127.0.0.1:4000', host)).toBe(`http://${hostname()}:4000`);
  });

  it('is where it listens otherwise', () => {
    expect(reachableUrl('http://10.1.2.3:4000', '10.1.2.3')).toBe('http://10.1.2.3:4000');
  });
});
