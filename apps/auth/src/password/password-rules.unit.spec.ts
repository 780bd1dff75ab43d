import { describe, expect, it } from '@jest/globals';
import { faultOfPassword } from './password-rules.js';

const ada = { email: 'Ada.Byron@example.com', name: 'Ada Byron' };

describe('a new password', () => {
  it.each([
    'correct horse battery staple',
    '9x!82#51@%^&',
    'six 🐎🐎🐎🐎🐎🐎🐎🐎',
    '          a b c',
    'пароль длиннее прочих',
    'two words, joined ' + 'e\u0301'.repeat(50),
  ])('may be %s', async (password) => {
    expect(await faultOfPassword(password, ada)).toBeUndefined();
  });

  it.each([
    ['', /at least 12/],
    ['🐎'.repeat(11), /at least 12/],
    ['a long one '.repeat(12), /at most 128/],
    // Itself, in other letters, with something around it, and more than once.
    ['1qaz2wsx3edc', /tried first/],
    ['LeaveMeAlone', /tried first/],
    ['!!password1234', /tried first/],
    ['qwertyqwerty', /tried first/],
    ['Dragon12Dragon12', /tried first/],
    ['abcabcabcabc', /tried first/],
    ['aaaaaaaaaaaaaaaa', /tried first/],
    ['ada.byron@example.com', /your name or e-mail/],
    ['it is ADA.BYRON 1815', /your name or e-mail/],
    ['AdaByron-forever', /your name or e-mail/],
  ])('may not be %j', async (password, why) => {
    expect(await faultOfPassword(password, ada)).toMatch(why);
  });

  it('is examined in linear time, however long it is', async () => {
    expect(await faultOfPassword('ab'.repeat(1_000_000), ada)).toMatch(/at most 128/);
  });
});
