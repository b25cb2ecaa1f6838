import { type Browser, chromium, type Page } from '@playwright/test'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import { findBrowser, launchOptions } from '../scripts/browser.ts'

const slowdown = 6
const stepMs = 600

/**
 * Plays the Deeds story of the demo donor at 390 pixels with a processor six times as slow. Returns its tasks of 50 ms
 * or more during and after start-up, and the bytes of scripts, styles and fonts beyond those of the home page.
 */
export async function measureStory(url: string) {
  const browser = await chromium.launch(launchOptions(await findBrowser()))
  try {
    const shared = new Set((await assetsOf(browser, `${url}/`)).map(({ name }) => name))
    const page = await openPage(browser, url)
    await page.request.post('/v4/login', { data: { email: 'amina@example.org', password: 'sunbul-demo-2026' } })
    await page.request.post('/v4/privacy/consents', {
      data: { purpose: 'recap', isGiven: true, textVersion: consentTexts.recap.version },
    })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(() => {
      const tasks: { start: number; ms: number }[] = []
      Object.assign(globalThis, { tasks })
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) tasks.push({ start: startTime, ms: duration })
      }).observe({ type: 'longtask', buffered: true })
    })
    await page.goto('/deeds')
    await page.locator('.deeds-story[data-slide="welcome"]:not([aria-busy])').waitFor()
    await page.waitForLoadState('networkidle')
    const started = await page.evaluate(() => performance.now())
    for (let steps = 0; (await slideOf(page)) !== 'thanks' && steps < 40; steps++) {
      await page.keyboard.press('ArrowRight')
      await page.waitForTimeout(stepMs)
    }
    const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: { start: number; ms: number }[] }).tasks)
    const assets = await loadedBy(page)
    return {
      tasks: tasks.filter(({ start }) => start >= started).map(({ ms }) => Math.round(ms)),
      startUp: tasks.filter(({ start }) => start < started).map(({ ms }) => Math.round(ms)),
      bytes: assets.filter(({ name }) => !shared.has(name)).reduce((sum, asset) => sum + asset.bytes, 0),
    }
  } finally {
    await browser.close()
  }
}

const slideOf = (page: Page) =>
  page.locator('.deeds-story').evaluate((story: HTMLElement) => story.dataset['slide'] ?? '')

async function openPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
  return context.newPage()
}

async function assetsOf(browser: Browser, url: string) {
  const page = await openPage(browser, url)
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  const assets = await loadedBy(page)
  await page.context().close()
  return assets
}

/** Returns the scripts, styles and fonts of a page with their bytes on the wire. */
const loadedBy = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/.*\.(js|css|woff2)$/.test(name))
      .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })),
  )
