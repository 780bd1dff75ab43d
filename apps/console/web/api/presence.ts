const signs = ['click', 'input', 'keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/** To load a page is to use it. */
let isUsed = true;

for (const sign of signs) {
  addEventListener(sign, () => (isUsed = true), { capture: true, passive: true });
}

/** Whether somebody has used the page since this was asked before. What it asks by itself keeps no session alive. */
export function takeUse(): boolean {
  const wasUsed = isUsed;
  isUsed = false;
  return wasUsed;
}
