import { html, type Html, MARK, pageOf, palette } from '@halyard/pages';

export interface WelcomeView {
  readonly installation: string;
  /** The client's address of the API, of characters that need no escaping (`hostIn`). */
  readonly baseUrl: string;
  readonly vendorWord: string;
  /** Folder with the credentials and the certificates, as the shell in which the suite was started finds it. */
  readonly dataDir: string;
  /** Whether clients have to trust the certificate authority of this installation. */
  readonly hasOwnAuthority: boolean;
  /** Undefined if the console is not served. */
  readonly consoleUrl: string | undefined;
}

export const welcomePage = (view: WelcomeView): string =>
  pageOf({
    title: `${view.installation} sandbox`,
    style: welcomeStyle,
    script: welcomeScript,
    content: html`<main>
      <p class="brand">${MARK}<span>${view.installation}</span><span class="badge">Sandbox</span></p>
      <h1>${view.installation} is running</h1>
      <p class="lead">
        A payments API: bank-funded transfers, stored balances, verified customers and signed webhooks. No money moves
        here, and nobody real is checked.
      </p>
      <p class="actions">
        ${view.consoleUrl === undefined ? undefined : html`<a class="button" href="${view.consoleUrl}">Open the console</a>`}
        <a class="button second" href="/docs/">Documentation</a>
      </p>
      <dl>
        <div>
          <dt>Address of the API</dt>
          <dd><code>${view.baseUrl}</code></dd>
        </div>
        <div>
          <dt>Credentials</dt>
          <dd>
            <code>${view.dataDir}/demo.json</code> has the key and the secret of the demo application, and the passwords
            of two people: <code>person</code> owns the demo account, <code>operator</code> runs the installation.
          </dd>
        </div>
        <div>
          <dt>Letters to people</dt>
          <dd>Files in <code>${view.dataDir}/mail</code>: no letter leaves the sandbox.</dd>
        </div>
      </dl>
      <section aria-labelledby="first">
        <h2 id="first">First requests</h2>
        <p>
          Paste these into one shell, in the folder in which the suite was started. <code>npm run tour</code> goes on
          from there, up to a transfer between banks.
        </p>
        <ol>
          ${steps(view)}
        </ol>
      </section>
      <section aria-labelledby="next">
        <h2 id="next">Where to go next</h2>
        <ul>
          <li>
            <code>npx --no halyard listen --forward-to URL</code> forwards events to a program on your machine, signed
            like webhooks.
          </li>
          <li><a href="/openapi.json">openapi.json</a> describes every request and answer (OpenAPI 3.1).</li>
          <li><a href="/asyncapi.json">asyncapi.json</a> describes the events between services (AsyncAPI).</li>
        </ul>
      </section>
    </main>`,
  });

const step = (title: string, lines: readonly string[]): Html =>
  html`<li>
    <div class="step">
      <h3>${title}</h3>
      <button type="button" hidden>Copy</button>
    </div>
    <pre tabindex="0" aria-label="${title}: lines to paste">${lines.join('\n')}</pre>
  </li>`;

function steps({ baseUrl, vendorWord, dataDir, hasOwnAuthority }: WelcomeView): Html[] {
  const demo = `${dataDir.startsWith('/') ? '' : './'}${dataDir}/demo.json`;
  const trust = hasOwnAuthority ? ` --cacert ${quoted(`${dataDir}/tls/ca.pem`)}` : '';
  const call = 'call -H "Authorization: Bearer $token"';
  return [
    step('Get a token', [
      `base=${baseUrl}`,
      `field() { node -p 'require(process.argv[1])[process.argv[2]]' ${quoted(demo)} "$1"; }`,
      `call() { curl -sS${trust} -H 'Accept: application/vnd.${vendorWord}.v1.hal+json' "$@"; }`,
      'token=$(call -u "$(field key):$(field secret)" -d grant_type=client_credentials $base/token |',
      `  node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')`,
    ]),
    step('See what there is: links lead to everything', [`${call} $base/`]),
    step('Create a customer: the answer names its address in Location', [
      `${call} -i \\`,
      `  -H 'Content-Type: application/json' -H "Idempotency-Key: ada-$(date +%s)" \\`,
      `  -d '{"firstName":"Ada","lastName":"Byron","email":"ada-'$(date +%s)'@example.com"}' \\`,
      '  $base/customers',
    ]),
    step('List customers', [`${call} "$base/customers?limit=5"`]),
  ];
}

/** A word of a shell that stands for the text itself. */
const quoted = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Must be exactly the content of the script element: the page's policy contains its hash. */
export const welcomeScript = `
for (const button of document.querySelectorAll('.step button')) {
  if (!navigator.clipboard) break;
  const title = button.previousElementSibling.textContent;
  const lines = button.closest('li').querySelector('pre').textContent;
  const say = (text) => {
    button.textContent = text;
    button.setAttribute('aria-label', text + ': ' + title);
  };
  button.hidden = false;
  say('Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(lines + '\\n');
    say('Copied');
    setTimeout(say, 2000, 'Copy');
  });
}
`;

/** Must be exactly the content of the style element: the page's policy contains its hash. */
export const welcomeStyle = `${palette}
body{background:var(--canvas)}
main{max-width:48rem;margin:0 auto;padding:clamp(1rem,5vw,4rem) 1.25rem}
h1{margin:2rem 0 .5rem;font-size:clamp(1.5rem,5vw,2rem);letter-spacing:-.02em}
h2{margin:2.5rem 0 .5rem;font-size:1.125rem}
h3{margin:0;font-size:1rem;font-weight:500}
p{margin:.5rem 0}
.lead{color:var(--quiet);font-size:1.0625rem}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0}
.button{padding:.5625rem 1.25rem;border:1px solid var(--accent);border-radius:6px;background:var(--accent);color:var(--on-accent);font-weight:500;text-decoration:none}
.button:hover{background:color-mix(in srgb,var(--accent) 88%,var(--text))}
.button.second{background:var(--page);border-color:var(--edge);color:var(--text)}
.button.second:hover{background:var(--panel)}
dl{margin:2rem 0 0;padding:.25rem 1.25rem;border:1px solid var(--line);border-radius:10px;background:var(--page)}
dl div{display:grid;grid-template-columns:10rem 1fr;gap:.25rem 1rem;padding:.75rem 0}
dl div + div{border-top:1px solid var(--line)}
dt{color:var(--quiet)}
dd{margin:0;min-width:0}
ul{margin:1rem 0;padding-inline-start:1.25rem}
ol{margin:1.25rem 0;padding:0;list-style:none;counter-reset:step}
ol li{margin:0 0 1.5rem;counter-increment:step}
ol h3::before{content:counter(step) '. ';color:var(--quiet)}
ul li{margin:.5rem 0}
.step{display:flex;align-items:end;justify-content:space-between;gap:1rem;min-height:2rem;margin-bottom:.5rem}
pre{margin:0;padding:.875rem 1rem;border:1px solid var(--line);border-radius:6px;background:var(--page);overflow-x:auto;line-height:1.6;font-size:.875rem}
.step button{flex:none;min-height:2rem;padding:.125rem .75rem;border:1px solid var(--edge);border-radius:6px;background:var(--page);color:var(--text);font:inherit;font-size:.8125rem;cursor:pointer}
.step button:hover{background:var(--panel)}
@media (max-width:34rem){dl div{grid-template-columns:1fr}}
`;
