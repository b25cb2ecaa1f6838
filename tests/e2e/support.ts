import { createHash } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import {
  expect,
  type APIRequestContext,
  type APIResponse,
  type Frame,
  type Locator,
  type Page,
  type TestInfo,
} from '@playwright/test'

export const cards = {
  good: '4242424242424242',
  challenge: '4000002760003184',
  declined: '4000000000000002',
  challengeThenDeclined: '4000008400001629',
} as const

type Card = {
  slug: string
  donationCount: number
  id: string
  currencyCode: string
  zakatApproved: boolean
  giftAid: boolean
  language: string
}
let known: Promise<Card[]> | undefined
/** Open fundraisers of the demo. */
export const campaigns = (request: APIRequestContext): Promise<Card[]> =>
  (known ??= request
    .get('/v4/campaigns?limit=60')
    .then(async (answer) => ((await answer.json()) as { campaigns: Card[] }).campaigns))

let plain: Promise<string> | undefined
/** A fundraiser in dollars that asks for nothing but an amount, an email and a name. */
export const plainCampaign = (request: APIRequestContext): Promise<string> => (plain ??= findPlainCampaign(request))

async function findPlainCampaign(request: APIRequestContext): Promise<string> {
  for (const card of (await campaigns(request)).filter((card) => card.currencyCode === 'USD')) {
    const page = (await (await request.get(`/v4/campaign-pages/${card.slug}`)).json()) as {
      taxReceiptCountries: string[]
      levels: unknown[]
      tipsEnabled: boolean
    }
    if (page.taxReceiptCountries.length === 0 && page.levels.length === 0 && page.tipsEnabled) return card.slug
  }
  for (const card of (await campaigns(request)).filter((card) => card.currencyCode === 'USD')) return card.slug
  throw new Error('the demo has no fundraiser in dollars')
}

export async function fillDonor(page: Page, email: string): Promise<void> {
  const receipt = page.getByLabel('I want a tax receipt')
  // The stored choice of an earlier donation is restored after hydration, and may undo a click of the same moment.
  if (await receipt.isVisible()) await expect(() => receipt.uncheck({ timeout: 1000 })).toPass()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Amina Yusuf')
}

export async function fillCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Card details"]')
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiry date').fill('1234')
  await frame.getByLabel('Security code').fill('123')
}

/** Collects a page's errors. A view transition that a busy machine skips is reported as one, and is ignored. */
export function problemsOf(page: Page): string[] {
  const problems: string[] = []
  page.on(
    'pageerror',
    (error) => /^Transition was (aborted|skipped)/.test(error.message) || problems.push(error.message),
  )
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return problems
}

export const clickDonate = (page: Page) =>
  page
    .getByRole('button', { name: /^Donate /, exact: false })
    .first()
    .click()
/** Opens the optional fields of the checkout: public name, message, dedication and newsletters. */
export const openMessage = (page: Page) => page.getByText('Add a message or dedication').click()

/** Opens the menu of a signed-in visitor in the header. */
export const openAccountMenu = (page: Page) => page.getByRole('button', { name: /Account menu|قائمة الحساب/ }).click()
export async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Log out|خروج/ })
    .click()
}
export const challengeOf = (page: Page) => page.frameLocator('dialog iframe')

/** Gives a transparent frame the background that is behind it, once its card fields have their height. */
async function showBackground(frame: Frame): Promise<void> {
  await frame.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      (!document.querySelector('#cvc') || innerHeight >= document.body.offsetHeight),
    undefined,
    { polling: 100, timeout: 5000 },
  )
  const behind = await (
    await frame.frameElement()
  ).evaluate((element) => {
    const backgroundOf = (node: Element | null): string => {
      const { backgroundColor } = getComputedStyle(node ?? document.documentElement)
      return backgroundColor === 'rgba(0, 0, 0, 0)' && node?.parentElement
        ? backgroundOf(node.parentElement)
        : backgroundColor
    }
    return backgroundOf(element as Element)
  })
  await frame.evaluate((colour) => {
    if (getComputedStyle(document.documentElement).backgroundColor === 'rgba(0, 0, 0, 0)')
      document.documentElement.style.background = colour
  }, behind)
}

/** Asserts that automatic checks of WCAG 2.2 AA find nothing, in the whole page or in one frame of it. */
export async function expectAccessible(page: Page, frame?: string): Promise<void> {
  // A browser renders nothing of a new document before its styles are loaded; a script that measures doesn't wait.
  await page.waitForFunction(
    () =>
      document.readyState !== 'loading' &&
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
  )
  await page
    .waitForFunction(() => !document.querySelector('.checkout-card + [role=status]'), undefined, { timeout: 5000 })
    .catch(() => undefined)
  // axe takes what is behind a transparent frame for white. A frame that is removed meanwhile has no colours.
  for (const frame of page.frames().slice(1)) await showBackground(frame).catch(() => undefined)
  // Content under a fixed bar can be scrolled into view, but axe measures it in place.
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('.account-bar')?.style.setProperty('position', 'static'),
  )
  const builder = new AxeBuilder({ page })
  const { violations } = await (frame === undefined ? builder : builder.include(frame))
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // A page with one frame is checked in place; merging frames needs an extra page, and twice the time.
    .setLegacyMode(page.frames().length === 1)
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}

/** Returns the receipts mailed to an address. */
export async function receiptsTo(
  request: APIRequestContext,
  email: string,
): Promise<{ id: string; subject: string }[]> {
  const answer = await request.get('/v4/dev/mails?limit=200')
  return ((await answer.json()) as { mails: { id: string; to: string; kind: string; subject: string }[] }).mails.filter(
    (mail) => mail.to === email && mail.kind === 'receipt',
  )
}

export async function expectOneReceipt(request: APIRequestContext, email: string): Promise<string> {
  await expect(async () => expect((await receiptsTo(request, email)).length).toBe(1)).toPass({ timeout: 8000 })
  return (await receiptsTo(request, email))[0]!.subject
}

/**
 * `test.use({ extraHTTPHeaders: anAddress })` for files with declined cards or reports: each test has its own IP address, so
 * that no other needs a proof of work (payments-16, security-15).
 */
export async function anAddress(
  { baseURL: _ }: { baseURL?: string | undefined },
  use: (headers: Record<string, string>) => Promise<void>,
  { testId, retry }: TestInfo,
): Promise<void> {
  const [first, second, third] = createHash('sha256').update(`${testId} ${retry}`).digest()
  await use({ 'x-forwarded-for': `10.${first}.${second}.${third}` })
}

export const freshEmail = (name: string): string => `${name}-${Math.random().toString(36).slice(2)}@example.org`

/**
 * Donates through the API. If other tests' declines caused the platform to require a proof of work, it solves it, like
 * a page.
 */
export async function askToGive(request: APIRequestContext, campaignId: string, data: object): Promise<APIResponse> {
  const key = freshEmail('key')
  const ask = (more: object) =>
    request.post(`/api/donate/donate/${campaignId}`, {
      data: { ...data, ...more },
      headers: { 'idempotency-key': key },
    })
  const answer = await ask({})
  if (answer.status() !== 429 && answer.status() !== 409) return answer
  const { proof, duplicateOf } = (
    (await answer.json()) as {
      result: { proof?: { salt: string; target: string; range: number }; duplicateOf?: string }
    }
  ).result
  if (duplicateOf) return askToGive(request, campaignId, { ...data, repeatOf: duplicateOf })
  if (!proof) return answer
  const fits = (number: number) => createHash('sha256').update(`${proof.salt}:${number}`).digest('hex') === proof.target
  const number = Array.from({ length: proof.range }, (_, index) => index).find(fits)
  return ask({ reCaptcha: btoa(JSON.stringify({ ...proof, number })) })
}

/** Donates through the API, for tests about what follows; returns the result. */
export async function giveByApi<Result = { id: string; intentId: string }>(
  request: APIRequestContext,
  campaignId: string,
  data: object,
): Promise<Result> {
  const answer = await askToGive(request, campaignId, data)
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { result: Result }).result
}

/**
 * Waits until a part is hydrated, when the root cancels this event (web/root.tsx); before that, clicks work as without
 * scripts.
 */
export const untilAlive = (part: Locator): Promise<void> =>
  expect
    .poll(() =>
      part.evaluate(
        (element) => !element.dispatchEvent(new Event('animationiteration', { bubbles: true, cancelable: true })),
      ),
    )
    .toBe(true)

/** The error summary above a form; it takes focus, so it is not an alert. */
export const summaryIn = (part: Page | Locator): Locator =>
  part.getByRole('group', { name: /^(There is a problem|هناك مشكلة)$/ })

/** Records what live regions announce from now on, in order. Returns a function that reads it. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const regions = '[role=status], [role=alert], [aria-live]'
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver((records) => {
      const changed = new Set<Element>()
      for (const { target, addedNodes } of records) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(regions)
        if (region) changed.add(region)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const element of [node, ...node.querySelectorAll('*')])
              if (element.matches(regions)) changed.add(element)
      }
      for (const region of changed) if (region.isConnected && region.textContent?.trim()) heard.push(region.textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}

/** A fundraiser without levels that offers monthly plans and asks for no phone number. */
export async function monthlyCampaign(request: APIRequestContext): Promise<string> {
  for (const { slug, id } of await campaigns(request)) {
    const [page, { plans }] = await Promise.all([
      request.get(`/v4/campaign-pages/${slug}`).then((answer) => answer.json() as Promise<{ levels: unknown[] }>),
      request
        .get(`/v4/plans/by-campaign/${id}`)
        .then((answer) => answer.json() as Promise<{ plans: { frequency: string; preferences: object }[] }>),
    ])
    if (page.levels.length === 0 && plans.some(({ frequency }) => frequency === 'month')) return slug
  }
  throw new Error('the demo has no fundraiser with monthly plans')
}

/** Mails to an address, newest first. */
export const mailsTo = async (request: APIRequestContext, email: string) =>
  (
    (await (await request.get('/v4/dev/mails?limit=200')).json()) as {
      mails: { to: string; kind: string; id: string }[]
    }
  ).mails.filter(({ to }) => to === email)
