/**
 * `npx node scripts/deeds-screenshots.ts`: takes screenshots of the Deeds story, page and share images in English and
 * Arabic, and of the edge cases in `modules/faith/deeds/deeds-cases.test.ts`.
 */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { deedsYear, latestDeedsYear } from '#modules/faith/deeds/rules/deeds-year.ts'
import { type StoredDonation, storeDonations } from '#modules/faith/deeds/testing.ts'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import { openDatabase } from '#server/database/db.ts'
import { required } from '#shared/collections.ts'
import type { Currency } from '#shared/money.ts'
import { findBrowser, launchOptions } from './browser.ts'
import { type RunningDemo, withDemo } from './demo.ts'
import { givenOptions } from './given-options.ts'

type Demo = RunningDemo & {
  readonly browser: Browser
  /** Output folder. */
  readonly folder: string
}
type Look = { readonly width: number; readonly locale: 'en' | 'ar'; readonly scheme: 'light' | 'dark' }

const phone: Look = { width: 390, locale: 'en', scheme: 'light' }
const looks: readonly Look[] = [
  phone,
  { width: 390, locale: 'ar', scheme: 'dark' },
  { width: 768, locale: 'ar', scheme: 'light' },
  { width: 1440, locale: 'en', scheme: 'dark' },
]
const heights: Readonly<Record<number, number>> = { 390: 844, 768: 1024, 1440: 900 }
const latestYear = latestDeedsYear(new Date())
const password = 'sunbul-demo-2026'

/** Takes all screenshots and returns their files. */
export async function takeDeedsScreenshots(demo: Demo): Promise<readonly string[]> {
  fs.mkdirSync(demo.folder, { recursive: true })
  const files: string[] = []
  const open = async (look: Look) => {
    const context = await demo.browser.newContext({
      baseURL: demo.origin,
      viewport: { width: look.width, height: heights[look.width] ?? 900 },
      colorScheme: look.scheme,
      reducedMotion: 'reduce',
    })
    await context.addCookies([{ name: 'lang', value: look.locale, url: demo.origin }])
    return context
  }
  const picture = async (page: Page, name: string, isWhole = false) => {
    const file = path.join(demo.folder, `${name}.png`)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.screenshot({ path: file, fullPage: isWhole })
    files.push(file)
  }
  for (const look of looks) {
    const context = await open(look)
    await takeStory(context, look, picture)
    if (look.width === phone.width) files.push(...(await saveShareImages(context, demo.folder, `image-${look.locale}`)))
    await context.close()
  }
  const database = openDatabase({ url: demo.databaseUrl, max: 1, name: 'screenshots', log: silent })
  for (const edgeCase of edgeCases) {
    const context = await open({ ...phone, locale: edgeCase.locale ?? 'en' })
    const page = await context.newPage()
    const donor = await signUp(page)
    // The form accepts at most 60 characters; names of imported accounts can be longer.
    if (edgeCase.firstName)
      await database.db
        .updateTable('identity.account')
        .set({ first_name: edgeCase.firstName })
        .where('id', '=', donor)
        .execute()
    await storeDonations(database, await donationsOf(database, donor, edgeCase.donations))
    if (edgeCase.hasConsent !== false) await agree(page)
    await page.goto('/deeds')
    await page.waitForLoadState('networkidle')
    const name = `case-${edgeCase.name}`
    if (edgeCase.take) await edgeCase.take(page, (part, isWhole) => picture(page, `${name}${part}`, isWhole))
    else await picture(page, name, true)
    if (edgeCase.hasImages) files.push(...(await saveShareImages(context, demo.folder, name)))
    await context.close()
  }
  await database.close()
  return files
}

/** Takes screenshots of each step of the demo donor's story, the share dialog, and the page. */
async function takeStory(
  context: BrowserContext,
  { width, locale, scheme }: Look,
  picture: (page: Page, name: string, isWhole?: boolean) => Promise<void>,
): Promise<void> {
  const page = await context.newPage()
  const name = (part: string) => `${part}-${locale}-${width}-${scheme}`
  await page.goto('/deeds')
  await picture(page, name('welcome-logged-out'))
  await page.request.post('/v4/login', { data: { email: 'amina@example.org', password } })
  await agree(page)
  await page.goto('/deeds')
  const story = page.locator('.deeds-story[data-slide="welcome"]:not([aria-busy])')
  await story.waitFor()
  for (let step = 0; ; step++) {
    const { slide, label } = await page
      .locator('.deeds-story')
      .evaluate((element: HTMLElement) => ({ slide: element.dataset['slide'] ?? '', label: element.ariaLabel }))
    await page.waitForLoadState('networkidle')
    await picture(page, name(`story-${String(step).padStart(2, '0')}-${slide}`))
    const share = page.locator('.deeds-stage .button')
    if (slide === 'share' && (await share.count()) > 0) {
      await share.click()
      await page.locator('.share-image img').waitFor()
      await picture(page, name('story-share-dialog'))
      await page.keyboard.press('Escape')
    }
    if (slide === 'thanks') break
    await page.keyboard.press(locale === 'ar' ? 'ArrowLeft' : 'ArrowRight')
    if (step > 40) throw new Error(`the story does not end: ${label}`)
  }
  await page.goto('/deeds?view=page')
  await page.locator('.share-image img').waitFor()
  await picture(page, name('page'), true)
}

async function saveShareImages(context: BrowserContext, folder: string, name: string): Promise<string[]> {
  const files: string[] = []
  for (const shape of ['story', 'post'] as const)
    for (const amounts of ['', '&amounts=1']) {
      const response = await context.request.get(`/v4/deeds/image?hijriYear=${latestYear}&shape=${shape}${amounts}`)
      if (!response.ok()) throw new Error(`the image was refused: ${response.status()}`)
      const file = path.join(folder, `${name}-${shape}${amounts ? '-amounts' : ''}.png`)
      fs.writeFileSync(file, await response.body())
      files.push(file)
    }
  return files
}

type Given = Partial<StoredDonation> & { readonly currency: Currency; readonly gift: bigint }
type EdgeCase = {
  readonly name: string
  readonly firstName?: string
  readonly locale?: 'en' | 'ar'
  readonly hasConsent?: boolean
  readonly donations: readonly Given[]
  readonly hasImages?: boolean
  readonly take?: (page: Page, picture: (part: string, isWhole?: boolean) => Promise<void>) => Promise<void>
}
const one: Given = { currency: 'GBP', gift: 12_345n }
const nine = ['USD', 'GBP', 'EUR', 'JPY', 'KWD', 'PKR', 'IDR', 'TRY', 'CAD'] as const

const edgeCases: readonly EdgeCase[] = [
  { name: 'no-consent', hasConsent: false, donations: [one] },
  {
    name: 'erased-while-viewing',
    donations: [one],
    async take(page, picture) {
      await picture('-before')
      await page.request.post('/v4/privacy/erasure', { data: { understood: true } })
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await page.locator('.deeds-panel').waitFor()
      await picture('-after')
    },
  },
  {
    name: 'nine-currencies',
    donations: nine.map((currency, index) => ({ currency, gift: 40_000n + BigInt(index) })),
    take: takeTotalAndPage,
  },
  { name: 'only-donation-refunded', donations: [{ ...one, returned: one.gift }] },
  {
    name: 'name-of-200-characters',
    firstName: 'Abdurrahman Maximilian '.repeat(9).slice(0, 200),
    donations: [one],
    hasImages: true,
    take: (_, picture) => picture(''),
  },
  {
    name: 'arabic-name-in-english',
    firstName: 'عبد الرحمن بن محمد',
    donations: [one],
    hasImages: true,
    take: (_, picture) => picture(''),
  },
  { name: 'one-donation', donations: [one], hasImages: true, take: takeTotalAndPage },
]

async function takeTotalAndPage(page: Page, picture: (part: string, isWhole?: boolean) => Promise<void>) {
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight')
  await picture('-total')
  await page.goto('/deeds?view=page')
  await page.waitForLoadState('networkidle')
  await picture('-page', true)
}

/** Signs up a new donor in the page's browser and returns the account id. */
async function signUp(page: Page): Promise<string> {
  const email = `deeds-${randomUUID()}@example.org`
  const response = await page.request.post('/v4/signup', {
    data: { email, password, firstName: 'Amina', lastName: 'Yusuf' },
  })
  if (!response.ok()) throw new Error(`${response.status()} ${await response.text()}`)
  const me = (await (await page.request.get('/v4/me')).json()) as { userId: string }
  return me.userId
}

const agree = (page: Page) =>
  page.request.post('/v4/privacy/consents', {
    data: { purpose: 'recap', isGiven: true, textVersion: consentTexts.recap.version },
  })

async function donationsOf(
  { statement }: Pick<ReturnType<typeof openDatabase>, 'statement'>,
  accountId: string,
  donations: readonly Given[],
): Promise<StoredDonation[]> {
  const campaigns = await statement<{ id: bigint }>(
    'screenshots.campaigns',
    'select id from campaigns.campaign where status = 1 and country is not null order by id limit 9',
    [],
  )
  return donations.map((donation, index) => ({
    id: randomUUID(),
    accountId,
    campaignId: required(campaigns[index % campaigns.length]).id,
    givenAt: new Date(`${required(deedsYear(latestYear).months[8])}T12:00:00Z`),
    ...donation,
  }))
}

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** Starts a demo, takes its screenshots, and stops it. */
async function main(): Promise<void> {
  const { folder } = givenOptions(
    'Usage: npx node scripts/deeds-screenshots.ts [--folder test-results/deeds]',
    { folder: { type: 'string', default: 'test-results/deeds' } },
    [],
  )
  await withDemo('deeds', async ({ origin, databaseUrl }) => {
    const browser = await chromium.launch(launchOptions(await findBrowser()))
    const files = await takeDeedsScreenshots({ origin, databaseUrl, browser, folder })
    console.log(`${files.length} pictures in ${folder}`)
    await browser.close()
  })
}

if (import.meta.main) await main()
