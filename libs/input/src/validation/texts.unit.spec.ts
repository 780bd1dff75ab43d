import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@halyard/core';
import { BodyPipe } from './body-pipe.js';
import { IsEmailAddress, IsListOfTexts, IsMetadata, IsReadable, IsText } from './texts.js';

class TextsDto {
  @IsText({ pattern: /^[^`]{1,5}$/u, description: '1 to 5 characters.', content: 'text' })
  name!: string;

  @IsReadable(5)
  title!: string;

  @IsListOfTexts(1, 5)
  answers!: string[];

  @IsMetadata()
  metadata!: object;

  @IsEmailAddress()
  email!: string;
}

const METADATA_MAX = 254;
const body = (text: string, long = text) => ({
  name: text,
  title: text,
  answers: [text],
  metadata: { [long]: long },
  email: `${text}@example.com`,
});
const read = async (given: object): Promise<unknown> => {
  try {
    return await new BodyPipe().transform(given, { type: 'body', metatype: TextsDto });
  } catch (error) {
    return error instanceof DomainError ? error.detail.faults?.map(({ path }) => path) : error;
  }
};

describe('texts', () => {
  it.each(['Zoëëé', 'ệệệệệ', '한글한글한'])(
    'are counted as they are composed, and kept as they are sent: %s',
    async (text) => {
      for (const form of ['NFC', 'NFD']) {
        const given = body(text.normalize(form), 'ệ'.repeat(METADATA_MAX).normalize(form));
        expect(await read(given)).toEqual(given);
      }
      const longer = `${text}é`.normalize('NFD');
      const given = body(longer, 'ệ'.repeat(METADATA_MAX + 1).normalize('NFD'));
      expect(await read({ ...given, email: 'a@example.com' })).toEqual(['/name', '/title', '/answers/0', '/metadata']);
    },
  );

  it('are examined as they are composed', async () => {
    expect(await read({ ...body('a'), name: '\u1fef' })).toEqual(['/name']);
  });

  it('are not composed where they are too long in any form', async () => {
    const marks = '\u0315\u0300\u05ae\u0316'.repeat(30_000);
    const all = ['/name', '/title', '/answers/0', '/metadata', '/email'];
    expect(await read(body(`a${marks}`))).toEqual(all);
  });
});

it('tells the first faulty items of a list at their places, and counts the others', async () => {
  class ListDto {
    @IsListOfTexts(100, 5)
    answers!: string[];
  }
  const answers = ['good', ...Array<string>(30).fill('too long')];
  const read = async (): Promise<unknown> =>
    await new BodyPipe().transform({ answers }, { type: 'body', metatype: ListDto });
  await expect(read()).rejects.toMatchObject({
    detail: { faults: { length: 25, 0: { path: '/answers/1' } }, moreFaults: 5 },
  });
});
