import { describe, expect, it } from '@jest/globals';
import { GroupCommit } from './group-commit.js';

describe('a group commit', () => {
  it('is one for all that come while the one before is written, and is behind it', async () => {
    const disk = new GroupCommit();
    const written: string[] = [];
    const first = disk.committed().then(() => written.push('first'));
    await Promise.resolve();
    await Promise.resolve();
    const [second, third] = [disk.committed(), disk.committed()];
    expect(second).toBe(third);
    await Promise.all([second.then(() => written.push('second')), first]);
    expect(written).toEqual(['first', 'second']);
  });
});
