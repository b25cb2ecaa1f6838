/**
 * Script for other sites that turns `<a data-sunbul="slug">` into a button or, with `data-view`, into a frame with the
 * height of its page: `widget` is a card for any site, `form` the donation form for sites that the charity listed. The
 * link receives the events `sunbul:opened`, `sunbul:closed` and `sunbul:done` of its form. The script reads and stores
 * nothing about visitors. Without the script the link works as a link, and it stays below a frame, which a browser may
 * refuse.
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
  const form=d.view==="form";
  if(d.view!=="widget"&&!form){
    a.href=origin+"/v4/checkout"+path+q;
    a.target="_blank";a.rel="noopener";
    if(d.plain===undefined)Object.assign(a.style,css);
    return;
  }
  if(d.theme)q.set("theme",d.theme);
  if(d.lang)q.set("lang",d.lang);
  const f=document.createElement("iframe");
  f.src=origin+"/embed"+(form?path.replace("?","/form?"):path)+q;
  f.title=a.textContent.trim()||"Donate";
  f.loading="lazy";
  Object.assign(f.style,{display:"block",border:"0",width:"100%",maxWidth:form?"1100px":"480px",height:form?"1400px":"460px",colorScheme:"auto"});
  if(form)f.allow="payment";
  else f.setAttribute("sandbox","allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox");
  a.before(f);
  frames.set(f,a);
};
addEventListener("message",(e)=>{
  if(e.origin!==origin||!e.data)return;
  const k=e.data.sunbul,h=Number(e.data.height);
  for(const [f,a] of frames)if(f.contentWindow===e.source){
    if(k==="height"&&h>0&&h<9000)f.style.height=h+"px";
    if(/^(opened|closed|done)$/.test(k))a.dispatchEvent(new CustomEvent("sunbul:"+k,{bubbles:true}));
  }
});
const all=()=>document.querySelectorAll("a[data-sunbul]").forEach(turn);
document.readyState==="loading"?addEventListener("DOMContentLoaded",all):all();
})();
`
