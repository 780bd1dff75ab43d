import { expect, it } from '@jest/globals';
import { Cursor } from './cursor.js';

it('a position that can not be stored is an error at once, also where a file system makes no folders', async () => {
  const cursor = await Cursor.open('/proc/halyard/below/cursor');
  await expect(cursor.move('1')).rejects.toThrow('ENOENT');
});
