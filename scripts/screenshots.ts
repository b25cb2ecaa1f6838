/**
 * `npm run screenshots`: takes screenshots of every page at 390, 768 and 1440 px, in light, dark and Arabic, of the
 * thank-you page after a donation, and of Deeds with its edge cases. A path with an unknown parameter is an error, so
 * that no page is forgotten.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from '@playwright/test'
import { openDatabase } from '#server/database/db.ts'
import { required } from '#shared/collections.ts'
import routes from '#web/routes.ts'
import { findBrowser, launchOptions } from './browser.ts'
import { journeyPage } from './browsers/chromium.ts'
import { donate } from './browsers/donate.ts'
import { takeDeedsScreenshots } from './deeds-screenshots.ts'
import { withDemo } from './demo.ts'
import { givenOptions } from './given-options.ts'

type Visitor = 'guest' | 'donor' | 'giver' | 'organizer' | 'staff'
type Look = { readonly width: number; readonly locale: 'en' | 'ar'; readonly scheme: 'light' | 'dark' }
type Ids = Readonly<Record<keyof typeof idQueries, string>>
type Screen = { readonly name: string; readonly path: string; readonly visitor: Visitor }

const widths = [390, 768, 1440] as const
const heights: Readonly<Record<number, number>> = { 390: 844, 768: 1024, 1440: 900 }
const looks: readonly Look[] = widths.flatMap((width) => [
  { width, locale: 'en', scheme: 'light' },
  { width, locale: 'en', scheme: 'dark' },
  { width, locale: 'ar', scheme: 'light' },
])
const emails: Readonly<Record<Exclude<Visitor, 'guest'>, string>> = {
  donor: 'amina@example.org',
  // Has what Amina has not: plans, an address, a card, a zakat year.
  giver: 'yusuf@example.org',
  organizer: 'sana@example.org',
  staff: 'admin@example.org',
}
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

const ofDonor = `(select id from identity.account where email = '${emails.donor}')`
const ofGiver = `(select id from identity.account where email = '${emails.giver}')`
const ofOrganizer = `(select m.campaign_id from campaigns.team_member m join identity.account a on a.id = m.account_id
  where a.email = '${emails.organizer}')`

/** One row of the demo for each path parameter, as text. */
const idQueries = {
  slug: `select slug as id from campaigns.campaign where status = 1 and kind = 'fundraiser' and zakat_verified order by id`,
  event: 'select slug as id from discovery.event order by id',
  list: 'select id::text from discovery.list order by id',
  gift: `select id::text from giving.donation where account_id = ${ofDonor} order by given_at`,
  intent: 'select intent_id::text as id from giving.donation order by given_at',
  subscription: `select id::text from subscriptions.subscription where account_id = ${ofGiver} order by id`,
  supporterPage: `select id::text from supporter_pages.page where account_id = ${ofDonor} order by id`,
  address: `select id::text from addresses.address where account_id = ${ofGiver} order by id`,
  zakatYear: `select id::text from zakat.profile where account_id = ${ofGiver} order by id`,
  offsite: `select id::text from zakat.offsite_donation where account_id = ${ofGiver} order by id`,
  donorsCampaign: 'select id::text from campaigns.campaign where status = 1 order by id',
  case: 'select id::text from moderation."case" order by id',
  organization: 'select id::text from organizations.organization order by id',
  campaign: `select id::text from campaigns.campaign where id in ${ofOrganizer} and status = 1 order by id`,
  level: `select id::text from campaigns.level where campaign_id in ${ofOrganizer} and kind = 'level' order by id`,
  news: `select id::text from campaigns.news where campaign_id =
    (select id from campaigns.campaign where id in ${ofOrganizer} and status = 1 order by id limit 1) order by id`,
  qurbaniDonation: `select d.id::text from giving.donation d join qurbani.item i on i.level_id = d.level_id
    where d.account_id = ${ofGiver} order by d.id`,
  item: 'select level_id::text as id from qurbani.item order by level_id',
  itemsCampaign: 'select campaign_id::text as id from qurbani.item order by level_id',
  itemsYear: 'select hijri_year::text as id from qurbani.item order by level_id',
  itemsSlug: `select slug as id from campaigns.campaign where id =
    (select campaign_id from qurbani.item order by level_id limit 1)`,
  supportedSlug: `select slug as id from campaigns.campaign where id in
    (select parent_id from campaigns.campaign where parent_id is not null) and kind = 'fundraiser' order by id`,
  mail: 'select id::text from notifications.mail order by id',
  charity: 'select slug as id from organizations.organization order by id',
  plan: 'select slug as id from campaigns.campaign where status = 1 order by id',
} as const

async function idsOf(databaseUrl: string): Promise<Ids> {
  const { statement, close } = openDatabase({ url: databaseUrl, max: 1, name: 'screenshots', log: silent })
  const entries = []
  for (const [name, query] of Object.entries(idQueries)) {
    const [row] = await statement<{ id: string }>(`screenshots.id_${name}`, `${query} limit 1`, [])
    // If the demo lacks the object, the screenshot shows the not-found page.
    entries.push([name, row?.id ?? '0'])
  }
  await close()
  return Object.fromEntries(entries) as Ids
}

/** Values of path parameters; the first match is used. */
const parameters: readonly (readonly [address: RegExp, parameter: string, (ids: Ids) => string])[] = [
  [/events/, 'slug', (ids) => ids.event],
  [/hosted-pages|^pages/, 'slug', () => hostedPage.slug],
  [/scheduled-giving/, 'slug', (ids) => ids.plan],
  [/./, 'slug', (ids) => ids.slug],
  [/donationId\/qurbani/, 'donationId', (ids) => ids.qurbaniDonation],
  [/./, 'donationId', (ids) => ids.gift],
  [/./, 'intentId', (ids) => ids.intent],
  [/./, 'subscriptionId', (ids) => ids.subscription],
  [/./, 'pageId', (ids) => ids.supporterPage],
  [/./, 'addressId', (ids) => ids.address],
  [/./, 'profileId', (ids) => ids.zakatYear],
  [/./, 'entryId', (ids) => ids.offsite],
  [/^account/, 'campaignId', (ids) => ids.donorsCampaign],
  [/qurbani/, 'campaignId', (ids) => ids.itemsCampaign],
  [/./, 'campaignId', (ids) => ids.campaign],
  [/./, 'caseId', (ids) => ids.case],
  [/./, 'organizationId', (ids) => ids.organization],
  [/hosted-pages|^pages/, 'subdomain', () => hostedPage.subdomain],
  [/./, 'subdomain', (ids) => ids.charity],
  [/./, 'levelId', (ids) => ids.level],
  [/./, 'newsId', (ids) => ids.news],
  [/./, 'itemId', (ids) => ids.item],
  [/./, 'listId', (ids) => ids.list],
  [/./, 'mailId', (ids) => ids.mail],
  // An unknown code, so that the page shows its error.
  [/./, 'token', () => 'unknown'],
]
/** Query parameters that a page needs to show its content. */
const queries: readonly (readonly [address: RegExp, (ids: Ids) => Readonly<Record<string, string>>])[] = [
  [/^account\/pages\/new$/, (ids) => ({ for: ids.supportedSlug })],
  [/^organize\/:campaignId\/qurbani/, (ids) => ({ year: ids.itemsYear })],
  [/^scheduled-giving\/thank-you$/, (ids) => ({ plan: ids.subscription })],
  [/^staff\/qurbani/, (ids) => ({ campaign: ids.itemsSlug, year: ids.itemsYear })],
]
/** Values of optional parameters that show separate screens. */
const steps: Readonly<Record<string, readonly string[]>> = { step: ['basics', 'story', 'picture', 'giving', 'review'] }

/** The hosted page of the organizer's charity. */
const hostedPage = { subdomain: 'umeed-trust', slug: 'winter-coats' }

const visitorOf = (address: string): Visitor => {
  if (address.includes('hosted-pages')) return 'organizer'
  if (address === 'scheduled-giving/thank-you') return 'giver'
  const [, area] = /^(account|organize|staff)(?:\/|$)/.exec(address) ?? []
  if (area === 'account') return /giving(?!-list)|addresses|cards|zakat\/|qurbani/.test(address) ? 'giver' : 'donor'
  if (area === 'organize') return 'organizer'
  return area === 'staff' ? 'staff' : 'guest'
}

/** Returns all pages. Routes without a component aren't pages. */
function screensOf(entries: readonly RouteConfigEntry[], ids: Ids, parent = ''): Screen[] {
  return entries.flatMap((entry) => {
    const address = [parent, entry.path].filter(Boolean).join('/')
    if (entry.children && entry.children.length > 0) return screensOf(entry.children, ids, address)
    if (!entry.file.endsWith('.tsx')) return []
    const optional = /:(\w+)\?/.exec(address)?.[1]
    const variants = optional ? required(steps[optional], `steps of ${address}`) : ['']
    return variants.map((step) => {
      const chosen = optional ? address.replace(`:${optional}?`, step) : address
      return {
        name: chosen.replace('*', 'not-found').replaceAll(/[:/]+/g, '-') || 'start',
        path: `/${chosen.replace('*', 'not-here').replaceAll(/:(\w+)/g, (_, name: string) => valueOf(chosen, name, ids))}${queryOf(chosen, ids)}`,
        visitor: visitorOf(address),
      }
    })
  })
}

function queryOf(address: string, ids: Ids): string {
  const [, query] = queries.find(([pattern]) => pattern.test(address)) ?? []
  return query ? `?${new URLSearchParams(query(ids)).toString()}` : ''
}

function valueOf(address: string, name: string, ids: Ids): string {
  const found = parameters.find(([pattern, parameter]) => parameter === name && pattern.test(address))
  if (!found) throw new Error(`scripts/screenshots.ts has no value for :${name} of /${address}`)
  return encodeURIComponent(found[2](ids))
}

async function openContext(browser: Browser, origin: string, look: Look, visitor: Visitor): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: look.width, height: heights[look.width] ?? 900 },
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'lang', value: look.locale, url: origin }])
  if (visitor !== 'guest') {
    const login = await context.request.post('/v4/login', {
      data: { email: emails[visitor], password: 'sunbul-demo-2026' },
    })
    if (!login.ok()) throw new Error(`${emails[visitor]} can't log in: ${login.status()}`)
  }
  return context
}

/** Waits for lazy images, the frames of the card fields and fonts. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
    scrollTo({ top: 0, behavior: 'instant' })
    await document.fonts.ready
  })
  await page.waitForLoadState('networkidle')
  // A frame that isn't shown never loads.
  const inTime = (frame: Frame) => frame.waitForLoadState('load', { timeout: 3000 }).catch(() => undefined)
  await Promise.all(page.frames().map(inTime))
  // A frame outside of the window isn't painted.
  if (page.frames().length > 1) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height })
    await page.waitForTimeout(500)
  }
}

const nameOf = ({ locale, scheme }: Look) => (locale === 'ar' ? 'ar' : scheme)

/** Takes a screenshot of every screen in one theme and language, and returns their number. */
async function takeLook(browser: Browser, origin: string, look: Look, screens: readonly Screen[], folder: string) {
  const ending = `${look.width}-${nameOf(look)}.png`
  for (const visitor of ['guest', 'donor', 'giver', 'organizer', 'staff'] as const) {
    const own = screens.filter((screen) => screen.visitor === visitor)
    if (own.length === 0) continue
    const context = await openContext(browser, origin, look, visitor)
    const page = await context.newPage()
    for (const { name, path: address } of own) {
      if (name === thankYou) {
        const slug = required(address.split('/').at(-1))
        const journey = { name, locale: look.locale, slug, isZakat: false, isWallet: false }
        await donate(journeyPage(page), origin, journey, `donor${Date.now()}@example.org`)
      } else await page.goto(address)
      await settle(page)
      await page.screenshot({ path: path.join(folder, `${name}-${ending}`), fullPage: true })
      await page.setViewportSize({ width: look.width, height: heights[look.width] ?? 900 })
    }
    await context.close()
  }
  return screens.length
}
const thankYou = 'thankyou-slug'

const {
  folder,
  only,
  width,
  look: wanted,
} = givenOptions(
  'Usage: npm run screenshots [-- --folder test-results/screenshots --only WORD --width 390|768|1440 --look light|dark|ar]',
  {
    folder: { type: 'string', default: 'test-results/screenshots' },
    only: { type: 'string', default: '' },
    width: { type: 'string' },
    look: { type: 'string' },
  },
  ['width'],
)
fs.mkdirSync(folder, { recursive: true })
await withDemo('screenshots', async ({ origin, databaseUrl }) => {
  const browser = await chromium.launch(launchOptions(await findBrowser()))
  const screens = screensOf(routes, await idsOf(databaseUrl)).filter(({ name }) => name.includes(only))
  let count = 0
  const isWanted = (look: Look) => (!width || look.width === Number(width)) && (!wanted || nameOf(look) === wanted)
  for (const look of looks.filter(isWanted)) {
    count += await takeLook(browser, origin, look, screens, folder)
    console.log(`${look.width} px, ${look.locale}, ${look.scheme}: ${screens.length} screens`)
  }
  if ((only === '' && !wanted) || only === 'deeds')
    count += (await takeDeedsScreenshots({ origin, databaseUrl, browser, folder: path.join(folder, 'deeds') })).length
  await browser.close()
  console.log(`sunbul: ${count} pictures in ${folder}`)
})
