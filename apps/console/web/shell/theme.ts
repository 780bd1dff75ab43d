export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const KEY = 'console.theme';
const KEYS_OFF = 'console.single-keys-off';

export const themeNow = (): Theme => themes.find((one) => one === localStorage.getItem(KEY)) ?? 'system';

export function applyTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  document.documentElement.dataset['theme'] = theme;
}

/** Keys of one letter, which who speaks to the machine may want to be without (WCAG 2.1.4). */
export const hasSingleKeys = (): boolean => localStorage.getItem(KEYS_OFF) === null;

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEYS_OFF);
  else localStorage.setItem(KEYS_OFF, '1');
}
