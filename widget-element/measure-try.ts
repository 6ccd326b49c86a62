import { build, transformWithEsbuild } from "vite";
import { brotliCompressSync as b, constants as c } from "node:zlib";
import { widgetConfig } from "./vite.config";
const br=(s:string)=>b(Buffer.from(s),{params:{[c.BROTLI_PARAM_QUALITY]:11}}).length;
const [r]=(await build(widgetConfig(false))) as any;
for(const name of ["first.js","later.js","acting.js"]){
 const ch=r.output.find((o:any)=>o.fileName===name);
 const mods:any[]=[];
 for(const [id,m] of Object.entries(ch.modules) as any){ if(!m.code) continue; const t=await transformWithEsbuild(m.code,"a.js",{minify:true,minifyIdentifiers:true,target:"es2022",legalComments:"none"}); mods.push([id.replace(/.*(widget-element|node_modules)\//,''),t.code.replace(/\n\s*/g,' ')]);}
 const all=mods.map(m=>m[1]).join('');const A=br(all);console.log(name,A);
 for(const m of mods){console.log('  ',m[0].padEnd(40),m[1].length,A-br(mods.filter(x=>x!==m).map(x=>x[1]).join('')))}
}
