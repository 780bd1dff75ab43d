/** The colors of all pages are those of the console. Each pair that meets has the contrast of WCAG 2.2 AA. */
export const palette = `
:root{color-scheme:light dark;--page:light-dark(#ffffff,#101318);--canvas:light-dark(#f6f7f9,#161a21);--panel:light-dark(#f0f2f5,#1e242d);--text:light-dark(#181b20,#edf0f4);--quiet:light-dark(#57606c,#a5afbc);--line:light-dark(#e3e6eb,#2a313c);--edge:light-dark(#858e9b,#6f7b8a);--accent:light-dark(#3f4fd0,#9ba8ff);--on-accent:light-dark(#ffffff,#10131c);--accent-panel:light-dark(#eceefd,#23294a);--good:light-dark(#14643b,#74d6a5);--bad:light-dark(#a81e27,#ffa3a5);--bad-panel:light-dark(#fdeced,#3c1b1f);--warn:light-dark(#744800,#f1c468);--warn-panel:light-dark(#fdf2da,#352a11);--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.2em;text-decoration-color:color-mix(in srgb,currentcolor 40%,transparent)}
a:hover{text-decoration-color:currentcolor}
code,pre{font-family:var(--mono);font-size:.9375em}
h1,h2,h3{font-weight:600;line-height:1.3}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.brand{display:flex;align-items:center;gap:.625rem;margin:0;font-weight:600}
.brand svg{flex:none;width:1.75rem;height:1.75rem}
.badge{margin-inline-start:auto;padding:.0625rem .5rem;border-radius:99px;background:var(--warn-panel);color:var(--warn);font-size:.8125rem;font-weight:500}
`;

export const formStyle = `${palette}
body{min-height:100vh;background:var(--canvas)}
main{max-width:27rem;margin:0 auto;padding:clamp(1rem,7vh,5rem) 1rem 2rem}
main.wide{max-width:46rem}
.brand{margin:0 .125rem 1.25rem}
.card{padding:1.75rem clamp(1.125rem,5vw,2rem);background:var(--page);border:1px solid var(--line);border-radius:10px}
.card + .card{margin-top:1rem}
h1{margin:0 0 1rem;font-size:1.375rem;letter-spacing:-.01em}
h1:has(+ .lead){margin-bottom:.125rem}
h2{margin:0 0 1rem;font-size:1rem}
p{margin:0 0 1rem}
.card > :last-child,form > :last-child{margin-bottom:0}
.quiet,.hint,.lead{color:var(--quiet)}
.lead{margin-bottom:1.25rem}
.lead strong{color:var(--text);font-weight:500}
.hint{margin:.25rem 0 0;font-size:.8125rem}
.field{margin-bottom:1.125rem}
label{display:block;margin-bottom:.25rem;font-size:.875rem;font-weight:500}
input:not([type=radio]){width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:6px;background:var(--page);color:inherit;font:inherit}
input:not([type=radio]):focus-visible{outline-offset:-1px}
input[readonly]{border-color:var(--line);background:var(--panel)}
input[aria-invalid=true]{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
.fault{margin:.375rem 0 0;color:var(--bad);font-size:.875rem}
.choices{margin:0 0 1.25rem;padding:0;border:0;min-width:0}
.choices legend{margin-bottom:.5rem;padding:0;font-size:.875rem;font-weight:500}
.choices label{display:flex;align-items:center;gap:.75rem;min-height:2.75rem;margin:0 0 .5rem;padding:.625rem .875rem;border:1px solid var(--edge);border-radius:6px;font-size:1rem;font-weight:400;cursor:pointer}
.choices label > span{min-width:0}
.choices label:has(:checked){border-color:var(--accent);background:var(--accent-panel)}
.choices input{flex:none;width:1.125rem;height:1.125rem;margin:0;accent-color:var(--accent)}
button,.button{display:inline-block;min-height:2.75rem;padding:.5625rem 1.25rem;border:1px solid var(--accent);border-radius:6px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:500;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:color-mix(in srgb,var(--accent) 88%,var(--text))}
button.second,.button.second{background:none;border-color:var(--edge);color:var(--text)}
button.second:hover,.button.second:hover{background:var(--panel)}
button.small{min-height:2.25rem;padding:.25rem .875rem;font-size:.875rem}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0 0}
form.narrow button{width:100%}
form.narrow{margin-bottom:1.25rem}
.notice,.note{margin:0 0 1.25rem;padding:.75rem .875rem;border-radius:6px;background:var(--bad-panel);color:var(--bad);font-size:.9375rem}
.note{background:var(--panel);color:var(--text)}
.notice a{color:inherit}
.notice p,.notice ul{margin:0}
.notice ul{padding-inline-start:1.1rem}
p:has(+ ul.powers){margin-bottom:.375rem}
ul.powers{margin:0 0 1.25rem;padding:0;list-style:none}
ul.powers li{position:relative;padding:.1875rem 0 .1875rem 1.5rem}
ul.powers li::before{content:'';position:absolute;inset-inline-start:.25rem;top:.45em;width:.375em;height:.6875em;border:solid var(--good);border-width:0 2px 2px 0;transform:rotate(45deg)}
ul.rows{margin:0;padding:0;list-style:none}
ul.rows > li{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;padding:.875rem 0;border-top:1px solid var(--line)}
ul.rows > li:has(ul){align-items:flex-start}
ul.rows > li:first-child{border-top:0;padding-top:0}
ul.rows > li > div{flex:1 1 12rem;min-width:0}
ul.rows > li:last-child{padding-bottom:0}
ul.rows p{margin:0}
ul.rows ul.powers{margin:.25rem 0;font-size:.875rem}
.passkey{margin:1.25rem 0}
dl{margin:0 0 1.25rem}
dl div{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.5rem 0;border-top:1px solid var(--line)}
dl div:first-child{border-top:0}
dt{flex:0 0 7rem;color:var(--quiet)}
dd{flex:1 1 10rem;margin:0;min-width:0}
.codes{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.5rem 1rem;margin:0 0 1rem;padding:1rem 1rem 1rem 2.5rem;background:var(--panel);border-radius:6px}
.picture{display:block;width:12rem;height:12rem;margin:0 0 1rem;padding:.75rem;border-radius:6px;background:#fff;fill:#000}
.key{font-size:1.0625rem;letter-spacing:.06em}
@media (max-width:30rem){body{background:var(--page)}main{padding-inline:1.25rem}main:not(.wide) .card{padding:0;border:0;box-shadow:none}}
@media (max-width:24rem){.actions > *{flex:1 1 100%}.actions button{width:100%}}
`;
