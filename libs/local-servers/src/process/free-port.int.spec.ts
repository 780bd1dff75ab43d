import { freePort } from './free-port.js';

describe('a free port', () => {
  it('is given to one caller, though nobody listens on it yet', async () => {
    const ports = await Promise.all(Array.from({ length: 500 }, () => freePort()));
    expect(new Set(ports).size).toBe(500);
  });
});
