import { useEffect, useRef } from 'react';

const KEYS_OFF = 'console.single-keys-off';

/** Whether keys of one letter are on. People who speak to the machine may want to switch them off (WCAG 2.1.4). */
export const hasSingleKeys = (): boolean => localStorage.getItem(KEYS_OFF) === null;

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEYS_OFF);
  else localStorage.setItem(KEYS_OFF, '1');
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Listens for keys of one letter, unless somebody is writing, a dialog is open, or these keys are switched off. */
export function useKeys(press: (key: string) => boolean): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      if (!hasSingleKeys() || document.querySelector('dialog[open]')) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}
