import { chromium } from '@playwright/test'
import { findBrowser, launchOptions } from '../browser.ts'
import type { Engine } from './engine.ts'

/** The Chromium of the browser tests, through Playwright. */
export const chromiumEngine: Engine = {
  name: 'Chromium',
  packages: 'npm ci',
  find: async () => (await findBrowser()).executablePath,
  async open() {
    const browser = await chromium.launch(launchOptions(await findBrowser()))
    const page = await browser.newPage({ locale: 'en-US', reducedMotion: 'no-preference' })
    const inside = (frame: string | undefined) => (frame ? page.frameLocator(frame) : page)
    return {
      async goto(url) {
        await page.goto(url)
      },
      evaluate: (expression, frame) => inside(frame).locator(':root').evaluate(`() => (${expression})`),
      click: (selector, frame) => inside(frame).locator(selector).click(),
      type: (selector, text, frame) => inside(frame).locator(selector).pressSequentially(text),
      close: () => browser.close(),
    }
  },
}
