import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { eventually, expectEventually, printHowLong, until, waitFor } from './waiting.js';

/** Makes an hour pass between one look at the clock and the next. */
const hurryTime = () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 3_600_000));
};
const inVain = /^waited \d+ s in vain /;
afterEach(() => void jest.restoreAllMocks());

describe('until', () => {
  it('asks at once, and again until it holds', async () => {
    let asked = 0;
    const waiting = until('it was asked thrice', () => Promise.resolve((asked += 1) === 3));
    expect(asked).toBe(1);
    await waiting;
    expect(asked).toBe(3);
  });

  it('says for what it waited in vain', async () => {
    hurryTime();
    await expect(until('pigs fly', () => false)).rejects.toThrow(new RegExp(`${inVain.source}until pigs fly$`));
  });

  it('does not ask again after a failure', async () => {
    let asked = 0;
    const failing = until('it was asked', () => {
      asked += 1;
      throw new Error('a bug');
    });
    await expect(failing).rejects.toThrow('a bug');
    expect(asked).toBe(1);
  });
});

describe('eventually', () => {
  it('attempts it again until it does not fail, and has its result', async () => {
    let attempts = 0;
    const result = eventually('the third attempt succeeds', () => {
      attempts += 1;
      return attempts < 3 ? Promise.reject(new Error('away')) : Promise.resolve(attempts);
    });
    expect(await result).toBe(3);
  });

  it('says for what it waited in vain, and what failed last', async () => {
    hurryTime();
    const cause = new Error('away');
    const attempt = () => {
      throw cause;
    };
    await expect(eventually('pigs fly', attempt)).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`${inVain.source}until pigs fly$`)),
      cause,
    });
  });
});

describe('expectEventually', () => {
  it('repeats an expectation until it is met', async () => {
    let asked = 0;
    await expectEventually(() => expect((asked += 1)).toBe(3));
    expect(asked).toBe(3);
  });

  it('says what was expected in vain', async () => {
    hurryTime();
    await expect(expectEventually(() => expect('pigs').toBe('flying'))).rejects.toThrow(
      new RegExp(`${inVain.source}for this: .*flying`, 's'),
    );
  });
});

describe('waitFor', () => {
  it('asks until there is an answer, whatever fails meanwhile', async () => {
    const answers = [() => undefined, () => Promise.reject(new Error('starting')), () => false, () => 0];
    expect(await waitFor('an answer', () => answers.shift()?.())).toBe(0);
  });

  it('says for what it waited in vain, and what failed last', async () => {
    const cause = new Error('starting');
    const answers = [() => Promise.reject(cause), () => undefined];
    jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(0).mockReturnValue(1e9);
    await expect(waitFor('pigs to fly', () => answers.shift()?.())).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`${inVain.source}for pigs to fly$`)),
      cause,
    });
  });
});

it('printHowLong prints how long it took, and lets it take longer than promised', async () => {
  hurryTime();
  const printed = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await printHowLong('a pig flies', 5, () => Promise.resolve('far'))).toBe('far');
  expect(printed).toHaveBeenCalledWith('a pig flies after 3600.0 s (promised: 5 s)\n');
});
