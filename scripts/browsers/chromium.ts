import { chromium, type Page } from '@playwright/test'
import { findBrowser, launchOptions } from '../browser.ts'
import type { BrowserPage, Engine } from './engine.ts'

/** A page of Playwright for the journeys of the engines. */
export const journeyPage = (page: Page): BrowserPage => {
  const inside = (frame: string | undefined) => (frame ? page.frameLocator(frame) : page)
  return {
    async goto(url) {
      await page.goto(url)
    },
    async evaluate(expression, frame) {
      if (frame === undefined) return page.evaluate(expression)
      const element = await page.locator(frame).elementHandle({ timeout: 1000 })
      return (await element?.contentFrame())?.evaluate(expression)
    },
    click: (selector, frame) => inside(frame).locator(selector).first().click(),
    type: (selector, text, frame) => inside(frame).locator(selector).pressSequentially(text),
    close: () => page.close(),
  }
}

/** The Chromium of the browser tests, through Playwright. */
export const chromiumEngine: Engine = {
  name: 'Chromium',
  packages: 'npm ci',
  find: async () => (await findBrowser()).executablePath,
  async open() {
    const browser = await chromium.launch(launchOptions(await findBrowser()))
    const page = journeyPage(await browser.newPage({ locale: 'en-US', reducedMotion: 'no-preference' }))
    return { ...page, close: () => browser.close() }
  },
}
