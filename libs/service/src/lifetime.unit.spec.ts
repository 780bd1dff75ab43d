import { beforeEach, describe, expect, it } from '@jest/globals';
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

  describe('of all or nothing', () => {
    const closed: string[] = [];
    const warned: unknown[] = [];
    const log = { warn: (fields: object) => void warned.push(fields) };
    beforeEach(() => {
      closed.length = 0;
      warned.length = 0;
    });

    it('stays open with what was made, until it is closed', async () => {
      const stop = await Lifetime.allOrNothing(log, (lifetime) => {
        lifetime.onClose(() => closed.push('database'));
        return Promise.resolve(() => lifetime.close());
      });
      expect(closed).toEqual([]);
      await stop();
      expect(closed).toEqual(['database']);
    });

    it('closes what was opened before a failure, in the opposite order, and tells of the failure', async () => {
      const opening = Lifetime.allOrNothing(log, (lifetime) => {
        lifetime.onClose(() => closed.push('database'));
        lifetime.onClose(() => closed.push('application'));
        return Promise.reject(new Error('port taken'));
      });
      await expect(opening).rejects.toThrow('port taken');
      expect(closed).toEqual(['application', 'database']);
      expect(warned).toEqual([]);
    });

    it('tells of the failure also when not everything can be closed after it, which is logged', async () => {
      const opening = Lifetime.allOrNothing(log, (lifetime) => {
        lifetime.onClose(() => closed.push('database'));
        lifetime.onClose(() => Promise.reject(new Error('stuck')));
        return Promise.reject(new Error('port taken'));
      });
      await expect(opening).rejects.toThrow('port taken');
      expect(closed).toEqual(['database']);
      expect(warned).toEqual([{ err: new Error('stuck') }]);
    });
  });
});
