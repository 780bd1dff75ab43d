import { escaped } from '@halyard/pages';

export interface LinkingPageView {
  /** The vendor word of this installation, part of the CSS class names (reference facts, section 16). */
  readonly vendorWord: string;
  /** Origin of the page that frames this one, if it is one of the application's. */
  readonly parentOrigin: string | undefined;
  readonly isSandbox: boolean;
  readonly assets: string;
  readonly modules: readonly string[];
}

/** Partners' style sheets may rely on these CSS class names. */
type Hook = 'text-box' | 'button' | 'header' | 'text' | 'link' | 'error' | 'label';

const LOCK = `<svg class="lock" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M7 10V7a5 5 0 0 1 10 0v3h1a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h1Zm2 0h6V7a3 3 0 0 0-6 0v3Z"/></svg>`;
const CHECK = `<svg class="check" viewBox="0 0 48 48" aria-hidden="true" focusable="false"><circle cx="24" cy="24" r="22"/><path d="m14 25 7 7 13-15"/></svg>`;

/** The page before any script runs; the scripts in `browser` show and fill its sections. */
export function linkingPage({ vendorWord, parentOrigin, isSandbox, assets, modules }: LinkingPageView): string {
  const hook = (name: Hook): string => `${vendorWord}-iav-${name}`;
  const title = (page: string, text: string): string =>
    `<h1 id="${page}-title" class="${hook('header')}" tabindex="-1">${text}</h1>`;
  const textBox = (id: string, label: string, attributes: string): string => `<div class="field">
<label class="${hook('label')}" for="${id}">${label}</label>
<input class="${hook('text-box')}" id="${id}" ${attributes}>
</div>`;
  const submit = (label: string, id = ''): string =>
    `<button class="${hook('button')}"${id && ` id="${id}"`} type="submit">${label}</button>`;

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Link your bank</title>
<link rel="stylesheet" href="${assets}/page.css">
${modules.map((name) => `<link rel="modulepreload" href="${assets}/${name}">`).join('\n')}
<script type="module" src="${assets}/page.js"></script>
</head>
<body class="${hook('text')}">
<main id="main"${parentOrigin === undefined ? '' : ` data-parent="${escaped(parentOrigin)}"`}>
<header class="masthead">${LOCK}<p>Encrypted connection to your bank</p>${isSandbox ? '<p class="badge">Sandbox</p>' : ''}</header>
<button class="${hook('link')}" id="back" type="button" hidden>Choose another bank</button>
<p id="notice" class="notice ${hook('error')}" role="alert"></p>
<section id="institution" aria-labelledby="institution-title" hidden>
${title('institution', 'Choose your bank')}
<form id="search-form" role="search">
${textBox('search', 'Name of your bank', 'type="search" maxlength="100" autocomplete="off" spellcheck="false"')}
</form>
<p id="found" class="hint" role="status"></p>
<ul id="institutions" class="choices"></ul>
<button class="${hook('link')}" id="more" type="button" hidden>Show more banks</button>
<button class="${hook('link')}" id="unlisted" type="button" hidden>My bank is not listed</button>
</section>
<section id="login" aria-labelledby="login-title" hidden>
${title('login', 'Log in to <span id="login-bank"></span>')}
<form id="login-form" method="post" novalidate>
<div id="login-fields"></div>
${isSandbox ? '<p class="hint">In the sandbox any text will do. Begin the first field with <code>-e InvalidLogin</code> to see a refusal.</p>' : ''}
${submit('Log in')}
<p class="hint">What you type goes to your bank. It is not kept.</p>
</form>
</section>
<section id="questions" aria-labelledby="questions-title" hidden>
${title('questions', '<span id="questions-bank"></span> wants to know it is you')}
<form id="questions-form" method="post" novalidate>
<div id="questions-fields"></div>
${submit('Continue')}
</form>
</section>
<section id="accounts" aria-labelledby="accounts-title" hidden>
${title('accounts', 'Choose an account')}
<form id="accounts-form" method="post" novalidate>
<fieldset>
<legend class="hint">Your accounts at <span id="accounts-bank"></span></legend>
<div id="accounts-list" class="choices"></div>
</fieldset>
<p id="no-account" hidden>None of these accounts can be linked. Choose another bank.</p>
${submit('Link this account', 'accounts-submit')}
</form>
</section>
<section id="numbers" aria-labelledby="numbers-title" hidden>
${title('numbers', 'Enter your account’s numbers')}
<p class="hint">They stand at the bottom of your checks: the routing number first.</p>
<form id="numbers-form" method="post" novalidate>
${textBox('routingNumber', 'Routing number', 'type="text" inputmode="numeric" maxlength="9" autocomplete="off"')}
${textBox('accountNumber', 'Account number', 'type="text" inputmode="numeric" maxlength="17" autocomplete="off"')}
<div class="field">
<label class="${hook('label')}" for="type">Kind of account</label>
<select class="${hook('text-box')}" id="type"><option value="checking">Checking</option><option value="savings">Savings</option></select>
</div>
${textBox('name', 'What you call this account', 'type="text" maxlength="50" autocomplete="off"')}
${submit('Add this account')}
</form>
</section>
<section id="done" aria-labelledby="done-title" hidden>
${CHECK}
${title('done', 'Your bank is linked')}
<p id="done-text"></p>
</section>
<section id="ended" aria-labelledby="ended-title" hidden>
${title('ended', 'Your bank is not linked')}
<p id="ended-text"></p>
</section>
<p id="progress" class="progress" role="status">Connecting…</p>
</main>
<template id="institution-item"><li><button class="choice" data-part="choose" type="button"><span data-part="name"></span></button></li></template>
<template id="field"><div class="field"><label class="${hook('label')}" data-part="label"></label><input class="${hook('text-box')}" data-part="input" maxlength="256" autocapitalize="none" spellcheck="false"></div></template>
<template id="account-item"><label class="choice account"><input type="radio" name="account" data-part="input"><span><strong data-part="name"></strong> <span data-part="number"></span> <em data-part="reason">Can’t be linked: it has no routing number.</em></span></label></template>
<noscript><p>To link your bank, allow this page to run scripts.</p></noscript>
</body>
</html>
`;
}
