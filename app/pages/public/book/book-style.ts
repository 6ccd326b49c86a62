/**
 * Styles of the public booking page, on top of the guest page's. Content inside the widget element
 * is hidden while its script loads and shown if it doesn't. The placeholder is as tall as the
 * widget's first step, to avoid a layout shift.
 */
export const bookStyle = `
.book main,.book header,.book footer{max-width:62rem}
.book main:not(header+main){padding-top:1.75rem}
@media (scripting:none){.book main,.book header,.book footer{max-width:42rem}}
.book header{display:flex;align-items:center;gap:.75rem}
.book h1{font-size:clamp(1.5rem,1.1rem + 2vw,2.125rem);margin:.25rem 0 1.25rem}
.book h2{font-size:1.25rem;line-height:1.3;margin:0 0 .875rem}
.book h3{font-size:1.0625rem;margin:1.75rem 0 .75rem}
booking-widget{display:block;min-height:24rem}
@media (scripting:enabled){booking-widget{min-height:42rem}}
@media (scripting:enabled) and (max-width:40rem){booking-widget{min-height:46rem}}
@media (scripting:enabled){booking-widget:not(:defined)>*{visibility:hidden;animation:shown 0s 3s forwards}}
@keyframes shown{to{visibility:visible}}
.book .card{max-width:40rem;margin-inline:auto}
.offers{list-style:none;margin:0;padding:0;display:grid;gap:.625rem}
.offer{position:relative;display:flex;align-items:center;gap:1rem;padding:.875rem 1rem;border:1px solid var(--line);border-radius:11px}
.offer:hover{background:var(--soft)}
.offer>div{flex:1;min-width:0}
.offer a{font-weight:700;text-decoration:none}
.offer a::before{content:"";position:absolute;inset:0;border-radius:11px}
.offer a:focus-visible{outline:0}
.offer:has(a:focus-visible){outline:3px solid var(--text);outline-offset:2px}
.offer .muted{display:block}
.offer img{flex:none;align-self:flex-start;width:4.5rem;height:4.5rem;border-radius:9px;object-fit:cover}
.about{margin:.25rem 0 0;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
.whole{flex-basis:100%;order:1;white-space:pre-line;margin:.25rem 0 0}
section+section>h3{margin-top:1.75rem}
section>h3{margin-top:0}
.offer::after{content:"";flex:none;width:.5rem;height:.5rem;border:solid var(--muted);border-width:2px 2px 0 0;transform:rotate(45deg)}
[dir=rtl] .offer::after{transform:rotate(-135deg)}
.chosen{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.25rem 1rem;padding:.875rem 1rem;border-radius:11px;background:var(--soft);margin:0 0 1.25rem}
.chosen p{margin:0}
.chips{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;margin:0 0 1.25rem;padding:0}
.chip{display:inline-flex;align-items:center;min-height:2.5rem;padding:.25rem .875rem;border:1px solid var(--line);border-radius:999px;font-weight:600;text-decoration:none}
.chip:hover{background:var(--soft)}
.chip[aria-current],.day[aria-current],.days-of td a[aria-current]{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.label{font-weight:600;margin:0 0 .5rem}
.people{display:flex;flex-wrap:wrap;align-items:end;gap:.625rem;margin:0 0 1.25rem}
.days-of{width:100%;table-layout:fixed;border-collapse:separate;border-spacing:.125rem;margin:0 0 .5rem;text-align:center;font-variant-numeric:tabular-nums}
.days-of caption{font-weight:600;text-align:start;padding:0 0 .5rem}
.days-of th{font-size:.8125rem;font-weight:600;color:var(--muted);padding:.25rem 0;overflow:hidden}
.days-of td{padding:0}
.days-of td>*{display:flex;align-items:center;justify-content:center;min-height:2.75rem;border-radius:9px;border:1px solid transparent}
.days-of td a{border-color:var(--line);font-weight:700;text-decoration:none}
.days-of td a.full,.times a.full{border:1px dashed #868e9e;font-weight:400}
.days-of td a:hover{background:var(--soft)}
.days-of td span{color:var(--muted)}
.times+p{margin-top:.875rem}
.times a{display:block;text-align:center;padding:.625rem .5rem;border:1px solid var(--line);border-radius:9px;font-weight:600;font-variant-numeric:tabular-nums;text-decoration:none}
.price{display:block;font-size:.8125rem;font-weight:400}
.times a:hover{background:var(--soft)}
ul.times{list-style:none;margin:0;padding:0}
.fields{display:grid;gap:1.125rem}
.control{width:100%;min-height:2.875rem;padding:.5rem .75rem;border:1px solid #868e9e;border-radius:9px;background:var(--card);color:var(--text);font:inherit}
.control[aria-invalid=true]{border:2px solid var(--bad)}
input.control[type=number]{width:6.5rem}
.hint{display:block;color:var(--muted);font-size:.9375rem;margin-top:.25rem}
.wrong{display:block;color:var(--bad);font-weight:600;font-size:.9375rem;margin-top:.25rem}
.tick{display:flex;gap:.625rem;align-items:flex-start;font-weight:400}
.tick input{flex:none;width:1.25rem;height:1.25rem;margin:.125rem 0 0;accent-color:var(--accent)}
.book fieldset{margin:0}
.off-page{position:absolute;inset-inline-start:-100vw;width:1px;height:1px;overflow:hidden}
.note ul{list-style:none;margin:.75rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.5rem}
.languages{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:1rem;padding:0;list-style:none}
.languages a{display:inline-block;min-height:1.5rem}
.languages a[aria-current]{font-weight:700;text-decoration:none}
@media (forced-colors:active){.chip[aria-current],.days-of td a[aria-current]{outline:3px solid Highlight}}
@media (max-width:24rem){.book main{padding:0 .5rem}.book .card{padding:1rem .75rem}}
`.trim();
