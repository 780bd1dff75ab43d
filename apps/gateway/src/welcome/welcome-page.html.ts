import { Html, pageOf, palette } from '@halyard/pages';

export interface WelcomeView {
  /** The client's address of the API, of characters that need no escaping (`hostIn`). */
  readonly baseUrl: string;
  /** Whether clients have to trust the certificate authority of this installation. */
  readonly hasOwnAuthority: boolean;
}

const step = (title: string, lines: readonly string[]): string =>
  `<li><h3>${title}</h3>
<pre tabindex="0" aria-label="${title}: lines to paste">${lines.join('\n')}</pre></li>`;

const curl = ({ hasOwnAuthority }: WelcomeView): string =>
  hasOwnAuthority ? 'curl -s --cacert .data/tls/ca.pem' : 'curl -s';

const fromDemo = (name: string): string => `$(node -p 'require("./.data/demo.json").${name}')`;

const steps = (view: WelcomeView): string => {
  const call = `${curl(view)} -H "Authorization: Bearer $TOKEN"`;
  return [
    step('Get a token', [
      `API=${view.baseUrl}`,
      `KEY=${fromDemo('key')}`,
      `SECRET=${fromDemo('secret')}`,
      `TOKEN=$(${curl(view)} -u "$KEY:$SECRET" \\`,
      `  -d grant_type=client_credentials $API/token \\`,
      `  | node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')`,
    ]),
    step('See what there is: links lead to everything', [`${call} $API/`]),
    step('Create a customer: the answer names its address in Location', [
      `${call} \\`,
      `  -H 'Content-Type: application/json' -H "Idempotency-Key: ada-$(date +%s)" \\`,
      `  -d '{"firstName":"Ada","lastName":"Byron","email":"ada-'$(date +%s)'@example.com"}' \\`,
      '  -i $API/customers',
    ]),
    step('List customers', [`${call} "$API/customers?limit=5"`]),
  ].join('\n');
};

export const welcomePage = (view: WelcomeView): string =>
  pageOf({
    title: 'Halyard sandbox',
    style: welcomeStyle,
    content: new Html(`<main>
<header>
<p class="badge">Sandbox</p>
<h1>Halyard is running</h1>
<p class="lead">A payments API: bank-funded transfers, stored balances, verified customers and signed webhooks. No money moves here, and nobody real is checked.</p>
</header>
<dl>
<div><dt>Address of the API</dt><dd><code>${view.baseUrl}</code></dd></div>
<div><dt>Credentials</dt><dd>The key and secret of the demo application are in <code>.data/demo.json</code> (in <code>DATA_DIR</code>, where that is set). <code>npm start</code> has printed them.</dd></div>
</dl>
<section aria-labelledby="first">
<h2 id="first">First requests</h2>
<p>Paste these into a shell, in the folder in which the suite was started. <code>npm run tour</code> goes on from there, up to a transfer between banks.</p>
<ol>
${steps(view)}
</ol>
</section>
<section aria-labelledby="read">
<h2 id="read">Documentation</h2>
<ul>
<li><a href="/openapi.json">openapi.json</a> describes every request and answer (OpenAPI 3.1).</li>
<li><a href="/asyncapi.json">asyncapi.json</a> describes the events between services (AsyncAPI).</li>
<li><code>README.md</code> and <code>docs/</code> of the source: how-to guides, architecture and decisions.</li>
</ul>
</section>
</main>`),
  });

/** Must be exactly the content of the style element: the page's policy contains its hash. */
export const welcomeStyle = `${palette}
main{max-width:46rem;margin:0 auto;padding:clamp(1.25rem,5vw,4rem) 1.25rem}
h1{font-size:clamp(1.6rem,5vw,2.2rem);line-height:1.2;margin:.5rem 0}
h2{font-size:1.2rem;margin:2.5rem 0 .5rem}
h3{font-size:1rem;font-weight:600;margin:0 0 .4rem}
p{margin:.5rem 0}
.lead{color:var(--quiet);font-size:1.1rem}
.badge{display:inline-block;margin:0;padding:.1rem .6rem;border:1px solid var(--line);border-radius:99px;color:var(--quiet);font-size:.85rem}
dl{margin:2rem 0 0;border-top:1px solid var(--line)}
dl div{display:grid;grid-template-columns:11rem 1fr;gap:.25rem 1rem;padding:.75rem 0;border-bottom:1px solid var(--line)}
dt{color:var(--quiet)}
dd{margin:0;min-width:0}
ol,ul{padding-left:1.3rem;margin:1rem 0}
ol li{margin:0 0 1.4rem}
ul li{margin:.4rem 0}
code,pre{font-size:.875rem}
pre{margin:0;padding:.85rem 1rem;background:var(--panel);border:1px solid var(--line);border-radius:8px;overflow-x:auto;line-height:1.6;-webkit-user-select:all;user-select:all}
@media (max-width:34rem){dl div{grid-template-columns:1fr}}
`;
