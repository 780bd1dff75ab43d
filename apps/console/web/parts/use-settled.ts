import { useEffect, useState } from 'react';

/** A search begins when nobody has typed for this long. */
const TYPING_MS = 150;

/** The end of somebody's typing. */
export const typing = {
  /** Calls back once nobody has typed for a moment. @returns a function that takes the call back */
  onEnd: (callBack: () => void): (() => void) => {
    const timer = setTimeout(callBack, TYPING_MS);
    return () => clearTimeout(timer);
  },
};

/** The text, once it has not changed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => typing.onEnd(() => setSettled(text)), [text]);
  return settled;
}
