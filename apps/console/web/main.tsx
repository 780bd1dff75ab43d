import { createRoot } from 'react-dom/client';
import { createApp } from './app.js';
import { takeKeptForm } from './forms/kept-form.js';
import { applyTheme, themeNow } from './shell/theme.js';

applyTheme(themeNow());
// A form that can't be had is filled in again.
await takeKeptForm().catch(() => undefined);

const place = document.getElementById('root');
if (place) createRoot(place).render(createApp().element);
