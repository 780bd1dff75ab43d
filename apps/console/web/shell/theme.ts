export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const KEY = 'console.theme';

export const themeNow = (): Theme => themes.find((one) => one === localStorage.getItem(KEY)) ?? 'system';

export function applyTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  document.documentElement.dataset['theme'] = theme;
}
