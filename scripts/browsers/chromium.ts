import { chromium, type FrameLocator, type Page } from '@playwright/test'
import { required } from '#shared/collections.ts'
import { findBrowser, launchOptions } from '../browser.ts'
import { type BrowserPage, type Engine, type FramePath, selectorsOf } from './engine.ts'

/** Adapts a Playwright page to the engine interface. */
export const journeyPage = (page: Page): BrowserPage => {
  const inside = (frame: FramePath | undefined) =>
    selectorsOf(frame).reduce<Page | FrameLocator>((around, selector) => around.frameLocator(selector), page)
  return {
    async goto(url) {
      await page.goto(url)
    },
    async evaluate(expression, frame) {
      if (frame === undefined) return page.evaluate(expression)
      const frames = selectorsOf(frame)
      const element = await inside(frames.slice(0, -1))
        .locator(required(frames.at(-1)))
        .elementHandle({ timeout: 1000 })
      return (await element?.contentFrame())?.evaluate(expression)
    },
    click: (selector, frame) => inside(frame).locator(selector).first().click(),
    type: (selector, text, frame) => inside(frame).locator(selector).pressSequentially(text),
    close: () => page.close(),
  }
}

/** Chromium of the browser tests, through Playwright. */
export const chromiumEngine: Engine = {
  name: 'Chromium',
  packages: 'npm ci',
  find: async () => (await findBrowser()).executablePath,
  async open() {
    const browser = await chromium.launch(launchOptions(await findBrowser()))
    const page = await browser.newPage({ locale: 'en-US', reducedMotion: 'no-preference' })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true })
    return { ...journeyPage(page), close: () => browser.close() }
  },
}
