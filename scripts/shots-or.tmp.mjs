import { chromium } from '@playwright/test'
import { findBrowser, launchOptions } from '/work/wt/or/scripts/browser.ts'
const base = 'http://localhost:4360'
const browser = await chromium.launch(launchOptions(await findBrowser()))
const which = process.argv[2] ?? 'all'
async function login(ctx, email) {
  const page = await ctx.newPage()
  await page.goto(`${base}/login`)
  await page.fill('input[name=email]', email)
  await page.fill('input[name=password]', 'sunbul-demo-2026')
  await page.click('form:has(input[name=password]) button.button-primary')
  await page.waitForURL((u) => !u.pathname.startsWith('/login'), { timeout: 20000 }).catch(() => {})
  return page
}
const shots = JSON.parse(process.argv[3])
const sizes = (process.argv[4] ?? '390,1440').split(',').map(Number)
const opts = JSON.parse(process.argv[5] ?? '{}')
const ctx = await browser.newContext({ colorScheme: opts.dark ? 'dark' : 'light', locale: opts.locale ?? 'en-GB' })
let page = which === 'none' ? await ctx.newPage() : await login(ctx, which)
for (const [name, path] of shots) for (const w of sizes) {
  await page.setViewportSize({ width: w, height: 900 })
  const r = await page.goto(base + path, { timeout: 30000 })
  console.log(name, w, r.status(), page.url())
  await page.waitForTimeout(400)
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (over > 0) console.log('OVERFLOW', over)
  await page.screenshot({ path: `/tmp/shot-${name}-${w}.png`, fullPage: true })
}
await browser.close()
