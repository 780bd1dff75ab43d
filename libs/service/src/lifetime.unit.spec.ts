import { describe, expect, it } from '@jest/globals';
import { Lifetime } from './lifetime.js';

describe('a lifetime', () => {
  it('closes in the opposite order of opening, one after the other, once', async () => {
    const lifetime = new Lifetime();
    const closed: string[] = [];
    lifetime.onClose(() => closed.push('database'));
    lifetime.onClose(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      closed.push('application');
    });
    await Promise.all([lifetime.close(), lifetime.close()]);
    expect(closed).toEqual(['application', 'database']);
  });

  it('closes the rest when one fails, and then tells', async () => {
    const lifetime = new Lifetime();
    const closed: string[] = [];
    lifetime.onClose(() => closed.push('database'));
    lifetime.onClose(() => Promise.reject(new Error('stuck')));
    await expect(lifetime.close()).rejects.toMatchObject({ errors: [new Error('stuck')] });
    expect(closed).toEqual(['database']);
  });
});
