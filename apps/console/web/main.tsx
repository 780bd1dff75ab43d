import { createRoot } from 'react-dom/client';
import { createApp } from './app.js';
import { takeKeptForm } from './forms/kept-form.js';
import { applyTheme, themeNow } from './shell/theme.js';

applyTheme(themeNow());
// If the kept form can't be fetched, people fill it in again.
await takeKeptForm().catch(() => undefined);

const place = document.getElementById('root');
if (place) createRoot(place).render(createApp().element);
