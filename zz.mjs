import {build,transformWithEsbuild} from 'vite'; import {brotliCompressSync as br} from 'node:zlib';
const {widgetConfig}=await import('./widget-element/vite.config.ts');
const [r]=await build(widgetConfig(false));
const min=async s=>(await transformWithEsbuild(s,'a.js',{loader:'js',minify:true,target:'es2022',legalComments:'none'})).code.trim().replace(/\n\s*/g,' ');
const size=async s=>br(Buffer.from(await min(`(()=>{${s}\n})()`))).length;
for(const name of ['first.js','index.js']){const o=r.output.find(o=>o.fileName===name);
const mods=Object.entries(o.modules).map(([m,i])=>[m.replace('/work/element/',''),i.code??'']);
const all=await size(mods.map(m=>m[1]).join('\n')+o.code.slice(o.code.lastIndexOf('exports.A')>0?o.code.indexOf('exports.A'):o.code.length));
console.log(name,all);
for(const [m] of mods){const s=await size(mods.filter(x=>x[0]!==m).map(x=>x[1]).join('\n')); console.log('  ',m,all-s)}}
