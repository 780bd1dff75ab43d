import { describe, expect, it } from '@jest/globals';
import { newData } from './personal-data.js';
import { emailKey, searchPattern, searchText } from './search-keys.js';

describe('what customers are found by', () => {
  it('folds case', () => {
    expect(emailKey('Ada@Example.COM')).toBe('ada@example.com');
    expect(searchPattern('ÑoÑ')).toBe('%ñoñ%');
  });

  it('is the same however letters are composed', () => {
    for (const text of ['Zoë@Ålesund.no', 'Việt', 'İ', '한글', 'Å']) {
      const [composed, apart] = [text.normalize('NFC'), text.normalize('NFD')];
      expect([emailKey(apart), searchPattern(apart)]).toEqual([emailKey(composed), searchPattern(composed)]);
    }
    expect(searchPattern('e\u0308l')).toBe('% ël%');
  });

  it('is one text with the names joined and the other fields apart', () => {
    const names = { firstName: 'Ada', lastName: 'Lovelace', email: 'Ada@Example.com', businessName: 'ÉCLAIR Co' };
    expect(searchText(newData(names))).toBe(' ada lovelace\n ada@example.com\n éclair co');
  });

  it('looks for one or two letters where a word begins', () => {
    expect(['a', 'Ad', 'ada'].map(searchPattern)).toEqual(['% a%', '% ad%', '%ada%']);
  });

  it('takes wildcards for themselves', () => {
    expect(searchPattern('100%_\\')).toBe('%100\\%\\_\\\\%');
  });
});
