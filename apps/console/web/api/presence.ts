const signs = ['click', 'input', 'keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/** Loading a page counts as using it. */
let isUsed = true;

for (const sign of signs) {
  addEventListener(sign, () => (isUsed = true), { capture: true, passive: true });
}

/**
 * Whether somebody has used the page since the last call. Requests that the page sends by itself keep no session alive.
 */
export function takeUse(): boolean {
  const wasUsed = isUsed;
  isUsed = false;
  return wasUsed;
}
