import { spawn } from 'node:child_process';
import { describe, expect, it, jest } from '@jest/globals';
import { openBrowser } from './browser.js';

const opened = (address: string): readonly unknown[] => {
  const start = jest.fn(() => spawn(process.execPath, ['--version']));
  openBrowser(address, start as unknown as typeof spawn);
  return start.mock.calls.map((call: readonly unknown[]) => call[1]);
};

describe('the browser', () => {
  it.each([
    ['https://halyard.example/auth?x=1'],
    ['http://localhost:8080/auth'],
    ['http://127.0.0.1:8080/auth'],
    ['http://[::1]:8080/auth'],
  ])('opens %s', (address) => {
    expect(opened(address)).toEqual([[address]]);
  });

  it.each([
    ['file:///etc/passwd?x=1'],
    ['javascript:alert(1)'],
    ['vscode://x'],
    ['--help?x=1'],
    ['http://halyard.example/auth'],
    ['http://127.0.0.1.example/auth'],
    ['http://evillocalhost/'],
    ['/etc/passwd'],
    [''],
  ])('does not open %s', (address) => {
    expect(opened(address)).toEqual([]);
  });
});
