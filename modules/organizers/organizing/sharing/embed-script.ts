/**
 * Script for other sites that turns `<a data-sunbul="slug">` into a button or, with `data-view="widget"`, into a frame
 * with the height of its page. It reads and stores nothing about visitors. Without it the link stays a link, also below
 * a frame, which a browser may refuse.
 */
export const embedScript = `(()=>{
"use strict";
const me=document.currentScript,origin=new URL(me.src).origin,frames=new Map();
const css={display:"inline-flex",alignItems:"center",justifyContent:"center",minHeight:"48px",padding:"0 24px",borderRadius:"14px",background:"#2C633D",color:"#fff",font:"600 16px/1.2 system-ui,sans-serif",textDecoration:"none"};
const turn=(a)=>{
  const d=a.dataset,slug=d.sunbul;
  if(!slug||d.sunbulDone)return;
  d.sunbulDone="1";
  const q=new URLSearchParams({src:/^[\\w-]{1,40}$/.test(d.src||"")?d.src:"embed"});
  if(/^[1-9]\\d{0,8}$/.test(d.amount||""))q.set("amount",d.amount);
  const path="/"+encodeURIComponent(slug)+"?";
  if(d.view!=="widget"){
    a.href=origin+"/v4/checkout"+path+q;
    a.target="_blank";a.rel="noopener";
    if(d.plain===undefined)Object.assign(a.style,css);
    return;
  }
  if(d.theme)q.set("theme",d.theme);
  if(d.lang)q.set("lang",d.lang);
  const f=document.createElement("iframe");
  f.src=origin+"/embed"+path+q;
  f.title=a.textContent.trim()||"Donate";
  f.loading="lazy";
  Object.assign(f.style,{display:"block",border:"0",width:"100%",maxWidth:"480px",height:"460px",colorScheme:"auto"});
  f.setAttribute("sandbox","allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox");
  a.before(f);
  frames.set(f,1);
};
addEventListener("message",(e)=>{
  if(e.origin!==origin||!e.data||e.data.sunbul!=="height")return;
  const h=Number(e.data.height);
  for(const f of frames.keys())if(f.contentWindow===e.source&&h>0&&h<2000)f.style.height=h+"px";
});
const all=()=>document.querySelectorAll("a[data-sunbul]").forEach(turn);
document.readyState==="loading"?addEventListener("DOMContentLoaded",all):all();
})();
`
