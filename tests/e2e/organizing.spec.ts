import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { expect, type APIRequestContext, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { readCode, squaresOf } from '../support/read-code.ts'
import { campaigns, expectAccessible, problemsOf, summaryIn, untilAlive } from './support.ts'

/** One organizer's fundraiser, so the tests run one after the other. */
test.describe.configure({ mode: 'serial' })

const slug = 'clean-water-for-tharparkar'
const idOf = async (request: APIRequestContext): Promise<string> =>
  (await campaigns(request)).find((card) => card.slug === slug)!.id

/** Sana is the owner of its charity, and its organizer. */
async function open(page: Page, path = ''): Promise<string> {
  expect(
    (await page.request.post('/v4/login', { data: { email: 'sana@example.org', password: 'sunbul-demo-2026' } })).ok(),
  ).toBe(true)
  const root = `/organize/${await idOf(page.request)}`
  await page.goto(root + path)
  return root
}
const mailsOf = async (request: APIRequestContext, kind: string) =>
  (
    (await (await request.get('/v4/dev/mails?limit=200')).json()) as {
      mails: { id: string; kind: string; to: string }[]
    }
  ).mails.filter((mail) => mail.kind === kind)

test('the dashboard: figures, a chart with a table, and a donor thanked by keyboard (content-16)', async ({ page }) => {
  const problems = problemsOf(page)
  const root = await open(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByText('Visitors who donated')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '90 days' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/period=90/)
  await expect(page.getByRole('link', { name: '90 days' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('img', { name: /^Total raised, from \$.* to \$/ })).toBeVisible()
  await page.getByText('Show as a table').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Views', exact: true })).toBeVisible()
  await expect(page.locator('.chart-table tbody tr')).toHaveCount(90)
  await expectAccessible(page)

  await page.goto(root)
  const thank = page
    .locator('.dashboard-donations')
    .getByRole('link', { name: /^Thank / })
    .first()
  const before = await page
    .locator('.dashboard-donations')
    .getByRole('link', { name: /^Thank / })
    .count()
  await thank.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Your message').focus()
  await page.keyboard.type('JazakAllahu khayran: the well is dug.')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('Your thanks are on their way.')
  await expect(page.locator('.dashboard-donations').getByRole('link', { name: /^Thank / })).toHaveCount(before - 1)
  await expect(async () => expect((await mailsOf(page.request, 'thanks')).length).toBeGreaterThan(0)).toPass({
    timeout: 8000,
  })
  const [mail] = await mailsOf(page.request, 'thanks')
  const { html } = (await (await page.request.get(`/v4/dev/mails/${mail!.id}`)).json()) as { html: string }
  expect(html).toContain('JazakAllahu khayran: the well is dug.')
  expect(html).not.toContain('sana@example.org')
  expect(problems).toEqual([])

  expect(
    (await page.request.post('/v4/login', { data: { email: 'amina@example.org', password: 'sunbul-demo-2026' } })).ok(),
  ).toBe(true)
  expect((await page.goto(root))!.status()).toBe(404)
})

test('donors are searched and exported with a notice to the owner; a claim is marked as sent', async ({ page }) => {
  const root = await open(page, '/donations')
  const first = page.locator('tbody th[scope=row] > span').filter({ hasNotText: 'Anonymous' }).first()
  const name = (await first.textContent())!
  await page.getByRole('searchbox').fill(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=/)
  expect(await page.locator('tbody th[scope=row] > span:first-child').allTextContents()).toEqual(
    expect.arrayContaining([name]),
  )
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('Anonymous')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No donors found')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^donors-clean-water-for-tharparkar-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\ufeffDate,Donor,Place,Email,Amount')).toBe(true)
  expect(text).toContain(name)
  await expect(async () =>
    expect((await mailsOf(page.request, 'donors-exported')).map(({ to }) => to)).toContain('sana@example.org'),
  ).toPass({ timeout: 8000 })

  await page.goto(`${root}/claims`)
  await expectAccessible(page)
  const claim = page.getByRole('article').first()
  const id = await page.locator('.claim-list > li').first().getAttribute('id')
  await claim.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.locator(`[id="${id}"]`)).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Sent' }).click()
  await page.locator(`[id="${id}"]`).getByRole('button', { name: 'Mark as not sent' }).click()
  await expect(page.locator(`[id="${id}"]`)).toHaveCount(0)
})

test('a cash donation is recorded, a large one waits, and one is withdrawn with a reason (content-11)', async ({
  page,
}) => {
  const mark = `book ${Date.now().toString(36)}`
  await open(page, '/offline')
  await page.getByLabel('Amount in USD').fill('0')
  await page.getByRole('button', { name: 'Record donation' }).click()
  await expect(summaryIn(page)).toContainText('Enter an amount in USD')
  await expect(summaryIn(page)).toContainText('Enter evidence of the donation')
  await expectAccessible(page)
  await page.getByLabel('Amount in USD').fill('١٢٫٥٠')
  await page.getByLabel('Anonymous donor').check()
  await page.getByLabel('Evidence').fill(mark)
  await page.getByRole('button', { name: 'Record donation' }).press('Enter')
  await expect(page.getByRole('status')).toContainText('The donation is recorded.')
  const donation = page.locator('.offline-donation', { hasText: mark })
  await expect(donation).toContainText('$12.50')
  await donation.getByRole('link', { name: 'Withdraw the donation of Anonymous' }).click()
  await donation.getByRole('button', { name: 'Withdraw donation' }).press('Enter')
  await donation.getByLabel('Reason for withdrawing').fill('Entered twice')
  await expectAccessible(page)
  await donation.getByRole('button', { name: 'Withdraw donation' }).click()
  await expect(page.locator('.offline-donation', { hasText: mark })).toContainText('Withdrawn: Entered twice')
  await page.getByLabel('Amount in USD').fill('5000')
  await page.getByLabel('Donor’s name').fill('Hajji Karim')
  await page.getByLabel('Evidence').fill(`${mark} large`)
  await page.getByRole('button', { name: 'Record donation' }).click()
  await expect(page.locator('.offline-donation', { hasText: `${mark} large` })).toContainText(
    'Someone else with permission must confirm it.',
  )
})

test('a link, a QR code, a poster, and a card on another site that opens the checkout (security-17)', async ({
  page,
  baseURL,
}) => {
  const root = await open(page, '/share')
  await untilAlive(page.getByLabel('Amount in USD'))
  await page.getByLabel('Amount in USD').fill('٣٠٫٥٠')
  await expect(page.getByText('Whole amounts only: we removed the decimals.')).toBeVisible()
  await expect(page.getByLabel('Amount in USD')).toHaveValue('30')
  await page.getByLabel('Name of the place where you’ll share it').fill('mosque-board')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('textbox', { name: 'Your link' })).toHaveValue(
    new RegExp(`/v4/checkout/${slug}\\?amount=30&src=mosque-board$`),
  )
  await expect(page.getByRole('img', { name: /^QR code for/ })).toBeVisible()
  await expect
    .poll(() => page.getByRole('img', { name: /^QR code/ }).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100)
  await expectAccessible(page)
  const poster = await page.request.get(`/v4/campaigns/${root.split('/')[2]}/share/poster.pdf?language=ar`)
  expect([poster.status(), (await poster.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const widget = await page.getByRole('textbox', { name: 'Card with progress that adapts its height' }).inputValue()
  const button = await page.getByRole('textbox', { name: 'Donate button' }).inputValue()
  const plain = await page.getByRole('textbox', { name: 'The same card without scripts' }).inputValue()
  expect(plain).toMatch(
    new RegExp(
      `<iframe [^>]+></iframe>\\n<p><a href="[^"]+/v4/checkout/${slug}[^"]+">Clean water for Tharparkar</a></p>$`,
    ),
  )

  const site = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>A mosque</title><h1>Our mosque</h1>${button}${widget}`),
  )
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  try {
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    await expect(page.getByRole('link', { name: 'Donate', exact: true })).toHaveAttribute(
      'href',
      `${new URL(baseURL!).origin}/v4/checkout/${slug}?src=mosque-board&amount=30`,
    )
    // A plain link stays below the frame, for browsers that block it.
    await expect(page.getByRole('link', { name: 'Clean water for Tharparkar', exact: true })).toBeVisible()
    const frame = page.frameLocator('iframe')
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Clean water for Tharparkar')
    // Both are measured at the same time, because the card grows when its fonts load.
    const heights = async () => {
      const inner = await frame.locator('main').evaluate((main) => Math.ceil(main.getBoundingClientRect().height))
      return Math.round((await page.locator('iframe').boundingBox())!.height) - inner
    }
    await expect.poll(heights).toBe(0)
    await page.evaluate(() => window.postMessage({ sunbul: 'height', height: 20 }, '*'))
    await page.waitForTimeout(100)
    expect(await heights()).toBe(0)
    const [checkout] = await Promise.all([
      page.context().waitForEvent('page'),
      frame.getByRole('link', { name: /^Give .*\$30/ }).click(),
    ])
    await expect(checkout).toHaveURL(new RegExp(`/v4/checkout/${slug}\\?amount=30&src=mosque-board`))
    await checkout.close()
  } finally {
    site.close()
  }
  for (const query of ['theme=light&lang=en', 'theme=dark&lang=ar']) {
    await page.goto(`/embed/${slug}?${query}`)
    await expectAccessible(page)
  }
})

test('a poster is downloaded as a picture in the reader’s language without scripts; its code is the link', async ({
  browser,
  page,
  context,
  baseURL,
}) => {
  const requests: (string | null)[] = []
  const note = (on: Page) =>
    on.on(
      'request',
      (request) =>
        request.url().includes('/share/poster.') && requests.push(new URL(request.url()).searchParams.get('language')),
    )
  const take = async (on: Page, name: string) => {
    const download = on.waitForEvent('download')
    await on.getByRole('button', { name }).press('Enter')
    return download
  }
  note(page)
  const root = await open(page, '/share?amount=30&src=mosque-board')
  await expect(page.getByLabel('Poster language')).toHaveValue('en')
  const picture = await take(page, 'Download picture (PNG)')
  expect(picture.suggestedFilename()).toBe(`poster-${slug}.png`)
  const bytes = await readFile(await picture.path())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1240, height: 1754, density: 150 })
  const { origin } = new URL(baseURL!)
  expect((await readCode(bytes)).squares).toEqual(squaresOf(`${origin}/v4/checkout/${slug}?amount=30&src=mosque-board`))
  expect((await take(page, 'Download poster (PDF)')).suggestedFilename()).toBe(`poster-${slug}.pdf`)

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL!,
    storageState: await context.storageState(),
  })
  await plain.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  const still = await plain.newPage()
  note(still)
  await still.goto(`${root}/share`)
  await expect(still.getByLabel('لغة الملصق')).toHaveValue('ar')
  const arabic = await readFile(await (await take(still, 'نزّل الملصق صورةً (PNG)')).path())
  expect((await readCode(arabic)).squares).toEqual(squaresOf(`${origin}/v4/campaign/${slug}?src=poster`))
  expect(requests).toEqual(['en', 'en', 'ar'])
  await plain.close()
})

test('a fundraiser’s new cover is in all its share images, at new URLs', async ({ page, baseURL }) => {
  const pictured = 'teachers-of-thar'
  const id = (await campaigns(page.request)).find((card) => card.slug === pictured)!.id
  await open(page)
  const shared = async () => {
    await page.goto(`/v4/campaign/${pictured}`)
    const link = (await page.locator('meta[property="og:image"]').getAttribute('content'))!
    const { result } = (await (await page.request.get(`/api/projectapi/instagramShare?slug=${pictured}`)).json()) as {
      result: { story: string; post: string }
    }
    return [link, `${baseURL}${result.story}`, `${baseURL}${result.post}`]
  }
  /** The colour near the top of an image, where there is no text. */
  const colourOf = async (url: string) => {
    const answer = await page.request.get(url)
    expect(answer.status()).toBe(200)
    const { data } = await sharp(await answer.body())
      .extract({ left: 500, top: 30, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { kind: answer.headers()['content-type'], colour: [...data] }
  }
  const before = await shared()
  for (const url of before) expect((await colourOf(url)).kind).toBe('image/png')

  await page.goto(`/organize/${id}/edit/picture`)
  await untilAlive(page.getByLabel('Choose a picture'))
  const cover = await sharp({ create: { width: 1400, height: 900, channels: 3, background: '#b42828' } })
    .png()
    .toBuffer()
  await page.getByLabel('Choose a picture').setInputFiles({ name: 'class.png', mimeType: 'image/png', buffer: cover })
  await page.getByLabel('Picture description').fill('A class under a tree')
  await expect(page.locator('[data-saving=saved]')).toBeVisible({ timeout: 10_000 })
  await page.goto(`/organize/${id}/edit/review`)
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Published.' })).toBeVisible()

  await expect(async () => {
    const after = await shared()
    for (const [index, url] of after.entries()) {
      expect(url).not.toBe(before[index])
      const { kind, colour } = await colourOf(url)
      expect(kind).toBe('image/jpeg')
      for (const [place, value] of [180, 40, 40].entries()) expect(Math.abs(colour[place]! - value)).toBeLessThan(14)
    }
  }).toPass({ timeout: 10_000 })
  // A URL that was shared before shows the new cover, too.
  expect((await colourOf(before[1]!)).colour[0]).toBeGreaterThan(150)
  await expect(page.locator('meta[property="og:image:alt"]')).toHaveAttribute('content', 'A class under a tree')

  await page.goto(`/v4/campaign/${pictured}/share`)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /Story/ }).click()
  expect((await download).suggestedFilename()).toBe(`${pictured}-story.jpg`)
})

test('pages are right-to-left in Arabic, and time still runs from left to right', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await open(page)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1, name: 'نظرة عامة' })).toBeVisible()
  const [early, late] = [
    await page.locator('.chart-days bdi').first().boundingBox(),
    await page.locator('.chart-days bdi').last().boundingBox(),
  ]
  expect(early!.x).toBeLessThan(late!.x)
})
