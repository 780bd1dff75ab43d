import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Messages, useSay } from './messages.js';

function Sayer({ text }: { readonly text: string }): ReactElement {
  const say = useSay();
  return (
    <button type="button" onClick={() => say(text)}>
      {text}
    </button>
  );
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it('a message goes by itself after ten seconds, counted from the last one', () => {
  render(
    <Messages>
      <Sayer text="Id copied" />
      <Sayer text="Customer suspended" />
    </Messages>,
  );
  const said = (): string | null => screen.getByRole('status').textContent;
  const after = (seconds: number): void => act(() => void jest.advanceTimersByTime(seconds * 1_000));
  fireEvent.click(screen.getByRole('button', { name: 'Id copied' }));
  after(6);
  fireEvent.click(screen.getByRole('button', { name: 'Customer suspended' }));
  after(9);
  expect(said()).toBe('Customer suspended');
  after(1);
  expect(said()).toBe('');
});
