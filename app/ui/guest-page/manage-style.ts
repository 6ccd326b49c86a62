/**
 * Styles of the guest page, light and dark; the tenant's colour is prepended as --accent.
 * scroll-padding keeps a focused field above the sticky bottom bar.
 */
export const manageStyle = `
*,*::before,*::after{box-sizing:border-box}
:root{color-scheme:light dark;--page:#f3f4f7;--card:#fff;--line:#dfe3ea;--text:#1a2130;--muted:#566074;--soft:#f1f3f8;--good:#14693d;--good-bg:#e3f4ea;--wait:#7a4b00;--wait-bg:#fdf0d8;--off:#5b6270;--off-bg:#eceef2;--bad:#a3221c;--bad-bg:#fdeceb}
@media (prefers-color-scheme:dark){:root{--page:#11141a;--card:#1a1f28;--line:#343c4a;--text:#eef1f6;--muted:#aab3c4;--soft:#242b37;--good:#8fdcb0;--good-bg:#16382a;--wait:#f3c87a;--wait-bg:#3c2f14;--off:#b6bdca;--off-bg:#2a303b;--bad:#ffa7a1;--bad-bg:#45201e}}
html{-webkit-text-size-adjust:100%;scroll-padding-bottom:6rem}
body{margin:0;overflow-wrap:break-word;background:var(--page);color:var(--text);font:1rem/1.55 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main,header,footer{max-width:38rem;margin:0 auto;padding:0 1rem}
main:first-child{padding-top:2rem}
header{padding-block:1.75rem 1rem;font-weight:700;font-size:1.0625rem}
header img{display:block;width:auto;max-width:min(15rem,100%)}
.test{padding:.5rem 1rem;text-align:center;font-weight:600;font-size:.9375rem;background:var(--wait-bg);color:var(--wait)}
.card{background:var(--card);border:1px solid var(--line);border-top:4px solid var(--accent);border-radius:14px;padding:1.5rem}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;margin:0 0 .75rem}
h2{font-size:1rem;margin:1.5rem 0 .625rem}
p{margin:0 0 1rem}
.muted{color:var(--muted)}
.small{font-size:.9375rem}
.badge{display:inline-block;padding:.1875rem .75rem;border-radius:999px;font-weight:600;font-size:.9375rem;margin-bottom:1rem;background:var(--off-bg);color:var(--off)}
.badge.good{background:var(--good-bg);color:var(--good)}
.badge.wait{background:var(--wait-bg);color:var(--wait)}
.badge.bad{background:var(--bad-bg);color:var(--bad)}
.when{font-size:1.1875rem;line-height:1.4;font-weight:600;margin:0 0 .125rem}
dl{display:grid;grid-template-columns:auto 1fr;margin:1.25rem 0}
dt,dd{margin:0;padding:.5625rem 0;border-top:1px solid var(--line)}
dt{color:var(--muted);padding-inline-end:1.5rem}
dd{font-weight:600;overflow-wrap:anywhere}
.money{list-style:none;margin:0 0 1rem;padding:0}
.money li{padding:.25rem 0}
.actions{display:flex;flex-wrap:wrap;gap:.625rem;margin-top:1.25rem}
.actions+p{margin-top:1rem}
.card>:last-child{margin-bottom:0}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.875rem;padding:.5rem 1rem;border-radius:9px;border:1px solid var(--line);background:var(--card);color:var(--text);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.button:hover{background:var(--soft)}
.button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.button.main:hover{filter:brightness(1.08)}
.button.danger{background:var(--bad);border-color:var(--bad);color:var(--card)}
@media (prefers-color-scheme:dark){.button.main{border-color:#8891a3}}
a{color:inherit;text-underline-offset:.15em}
footer a,.small a,.days a{display:inline-block;min-height:1.5rem;line-height:1.5rem}
:focus-visible{outline:3px solid var(--text);outline-offset:2px;border-radius:6px}
.note{padding:.75rem 1rem;border-radius:10px;margin:0 0 1.25rem;font-weight:600}
.note.good{background:var(--good-bg);color:var(--good)}
.note.bad{background:var(--bad-bg);color:var(--bad)}
.refund{padding:1rem 1.125rem;border-radius:10px;background:var(--soft);font-weight:600;margin:0 0 1.25rem}
label.field{display:block;font-weight:600;margin-bottom:.375rem}
textarea{width:100%;min-height:5rem;padding:.625rem .75rem;border:1px solid #868e9e;border-radius:9px;background:var(--card);color:var(--text);font:inherit;resize:vertical}
fieldset{border:0;margin:1.375rem 0 0;padding:0;min-width:0}
legend{font-weight:600;padding:0;margin:0 0 .5rem}
.times{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.75rem,1fr));gap:.5rem}
.time{position:relative;display:block}
.time input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.time span{display:block;text-align:center;padding:.625rem .5rem;border:1px solid var(--line);border-radius:9px;font-weight:600;font-variant-numeric:tabular-nums}
.time input:hover+span{background:var(--soft)}
.time input:checked+span{background:var(--accent);border-color:var(--accent);color:var(--on-accent);box-shadow:0 0 0 2px var(--card),0 0 0 4px var(--text)}
.time input:focus-visible+span{outline:3px solid var(--text);outline-offset:2px}
.days{display:flex;justify-content:space-between;gap:1rem;margin-top:1.25rem;font-weight:600}
.bar{position:sticky;bottom:0;background:var(--card);padding:.875rem 0;margin:1.25rem 0 -.875rem;border-top:1px solid var(--line)}
.bar .button{width:100%}
footer{padding-block:1.25rem 2.5rem;color:var(--muted);font-size:.9375rem}
footer a{color:inherit}
@media (max-width:30rem){.card{padding:1.25rem 1.125rem}.actions .button{flex:1 1 100%}}
@media (forced-colors:active){.time input:checked+span{outline:3px solid Highlight}}
@media print{.actions,.bar{display:none}}
`.trim();
