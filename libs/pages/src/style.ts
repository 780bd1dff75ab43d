/** The colours of all pages, for both schemes; each pair that meets has the contrast of WCAG 2.2 AA. */
export const palette = `
:root{color-scheme:light dark;--page:#fff;--text:#16202c;--quiet:#4d5b6b;--line:#d5dce3;--edge:#7a8794;--panel:#f4f6f8;--accent:#0b5cad;--on-accent:#fff;--error:#a3161f;--error-panel:#fdf0f0;--good:#1a7346}
@media (prefers-color-scheme:dark){:root{--page:#12181f;--text:#eef2f6;--quiet:#aab6c3;--line:#33404d;--edge:#74828f;--panel:#1c252f;--accent:#7ab8f5;--on-accent:#0b1520;--error:#ffa8a8;--error-panel:#3a1c1f;--good:#6fd3a0}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:break-word}
a{color:var(--accent)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

export const formStyle = `${palette}
body{min-height:100vh;background:var(--panel)}
main{max-width:28rem;margin:0 auto;padding:clamp(1rem,6vh,4rem) 1rem 2rem}
main.wide{max-width:44rem}
.masthead{display:flex;align-items:center;gap:.5rem;margin:0 0 1rem;color:var(--quiet);font-size:.875rem}
.masthead svg{flex:none;width:1.125rem;height:1.125rem;fill:var(--good)}
.badge{margin-inline-start:auto;padding:0 .625rem;border:1px solid var(--edge);border-radius:99px;font-size:.8125rem}
.card{padding:1.5rem clamp(1rem,5vw,2rem);background:var(--page);border:1px solid var(--line);border-radius:12px}
.card + .card{margin-top:1rem}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25}
h2{margin:0 0 .75rem;font-size:1.125rem}
p{margin:0 0 1rem}
.card > :last-child,form > :last-child{margin-bottom:0}
.quiet,.hint{color:var(--quiet)}
.hint{margin:.25rem 0 0;font-size:.875rem}
.field{margin-bottom:1.125rem}
label{display:block;margin-bottom:.25rem;font-weight:600}
input:not([type=radio]){width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:8px;background:var(--page);color:inherit;font:inherit}
input[aria-invalid=true]{border:2px solid var(--error)}
.fault{margin:.25rem 0 0;color:var(--error);font-size:.875rem}
.choices{margin:0 0 1.25rem;padding:0;border:0;min-width:0}
.choices legend{margin-bottom:.5rem;padding:0;font-weight:600}
.choices label{display:flex;align-items:center;gap:.75rem;min-height:2.75rem;margin:0 0 .5rem;padding:.625rem .875rem;border:1px solid var(--edge);border-radius:8px;font-weight:400;cursor:pointer}
.choices label > span{min-width:0}
.choices label:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.choices input{flex:none;width:1.125rem;height:1.125rem;margin:0;accent-color:var(--accent)}
button,.button{display:inline-block;min-height:2.75rem;padding:.5rem 1.25rem;border:1px solid var(--accent);border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button.second,.button.second{background:none;border-color:var(--edge);color:var(--text)}
button.small{min-height:2.25rem;padding:.25rem .875rem}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0 0}
form.narrow button{width:100%}
form.narrow{margin-bottom:1rem}
.notice{margin:0 0 1.25rem;padding:.75rem .875rem;border-inline-start:4px solid var(--error);border-radius:6px;background:var(--error-panel);color:var(--error)}
.notice a{color:inherit}
.notice p,.notice ul{margin:0}
.notice ul{padding-inline-start:1.1rem}
.done{border-color:var(--good);background:var(--panel);color:var(--text)}
ul.rows{margin:0;padding:0;list-style:none}
ul.rows > li{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;padding:.75rem 0;border-top:1px solid var(--line)}
ul.rows > li:first-child{border-top:0;padding-top:0}
ul.rows > li > div{flex:1 1 12rem;min-width:0}
ul.rows > li:last-child{padding-bottom:0}
ul.rows p{margin:0}
.passkey{margin:1.25rem 0}
dl{margin:0 0 1rem}
dl div{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.5rem 0;border-top:1px solid var(--line)}
dl div:first-child{border-top:0}
dt{flex:0 0 7rem;color:var(--quiet)}
dd{flex:1 1 10rem;margin:0;min-width:0}
.codes{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.5rem 1rem;margin:0 0 1rem;padding:1rem 1rem 1rem 2.5rem;background:var(--panel);border-radius:8px;font-size:1.0625rem}
.picture{display:block;width:12rem;height:12rem;margin:0 0 1rem;padding:.75rem;border-radius:8px;background:#fff;fill:#000}
.key{font-size:1.0625rem;letter-spacing:.06em}
@media (max-width:24rem){.actions > *{flex:1 1 100%}.actions button{width:100%}}
`;
