import { chromium } from 'playwright'
import { findBrowser, launchOptions } from './scripts/browser.ts'
const base='http://localhost:3790'
const b=await chromium.launch(launchOptions(await findBrowser()))
for(const [n,w,scheme,lang] of [['w',1440,'light','en'],['m',390,'dark','ar']] as const){
const ctx=await b.newContext({viewport:{width:w,height:900},storageState:'/tmp/sana.json',colorScheme:scheme})
if(lang==='ar')await ctx.addCookies([{name:'lang',value:'ar',url:base}])
const p=await ctx.newPage()
await p.goto(base+'/organize/charities/1/donors/merges');await p.waitForLoadState('networkidle')
await p.screenshot({path:`/tmp/merge-${n}.png`,fullPage:true})
if(n==='w'){await p.getByRole('button',{name:/Same person/}).first().click();await p.waitForLoadState('networkidle');await p.waitForTimeout(1500);await p.screenshot({path:`/tmp/merge-${n}2.png`,fullPage:true})
await p.goto(base+'/organize/charities/1/donors?search=Hannah');await p.waitForLoadState('networkidle');await p.screenshot({path:`/tmp/merge-${n}3.png`,fullPage:true})}
}
await b.close()
