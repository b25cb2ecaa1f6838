import { expect, type Page, test } from '@playwright/test'
import { expectOnePayment } from './ledger-rows.ts'
import {
  anAddress,
  cards,
  expectOneReceipt,
  fillCard,
  fillDonor,
  freshEmail,
  logOut,
  plainCampaign,
  clickDonate,
  problemsOf,
  receiptsTo,
  untilAlive,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

async function aDonation(page: Page, email: string, amount: number, card: string = cards.good): Promise<void> {
  await page.goto(`/v4/checkout/${await plainCampaign(page.request)}?amount=${amount}`)
  await fillDonor(page, email)
  await fillCard(page, card)
}
const askedAgain = (page: Page) => page.getByRole('dialog', { name: 'Make the same donation again?' })

test('a new tab knows the donation of a tab closed before its response, and asks before repeating it', async ({
  context,
}) => {
  const email = freshEmail('closed')
  const closed = await context.newPage()
  await aDonation(closed, email, 81)
  const paid = new Promise<void>((resolve) => {
    void closed.route('**/api/donate/donate/*', async (route) => {
      await route.fetch()
      resolve()
    })
  })
  await clickDonate(closed)
  await paid
  await closed.close()

  const next = await context.newPage()
  await aDonation(next, email, 81)
  await clickDonate(next)
  await expect(askedAgain(next)).toBeVisible()
  await next.getByRole('button', { name: 'No, thank you' }).click()
  await expectOneReceipt(next.request, email)
  // The donor can still confirm it.
  await clickDonate(next)
  await askedAgain(next).getByRole('button', { name: 'Donate again' }).click()
  await expect(next.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(async () => expect(await receiptsTo(next.request, email)).toHaveLength(2)).toPass({ timeout: 8000 })
})

/** Adds a donation from a fundraiser's page, in its drawer. */
async function addDonation(page: Page): Promise<void> {
  const opener = page.locator('.campaign-page-side .add-to-basket')
  await untilAlive(opener)
  await opener.click()
  const drawer = page.getByRole('dialog')
  const add = drawer.getByRole('button', { name: /^Add .*to basket/ })
  await expect(add).toBeVisible()
  const receipt = drawer.getByLabel('I want a tax receipt')
  if (await receipt.isVisible()) await receipt.uncheck()
  await add.click()
  await expect(page.locator('.site-basket-count')).toHaveText('1')
}

test('after Back a page shows the current basket', async ({ page, request }) => {
  await page.goto('/v4/discover')
  await expect(page.locator('.site-basket')).toBeVisible()
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  await addDonation(page)
  await page.goto('/v4/basket')
  await untilAlive(page.locator('.site-basket'))
  for (const path of ['/v4/campaign/', '/v4/discover']) {
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(path))
    await expect(page.locator('.site-basket-count'), path).toHaveText('1')
  }
  // The count is also current after the basket was emptied.
  await page.goto('/v4/basket')
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await expect(page.locator('.site-basket-count')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/v4\/discover/)
  await expect(page.locator('.site-basket')).toBeVisible()
  await expect(page.locator('.site-basket-count')).toHaveCount(0)
})

test('after Back a page has the current language and login state', async ({ page }) => {
  await page.goto('/v4/discover')
  await page.goto('/v4')
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await page.goBack()
  await untilAlive(page.locator('.site-basket'))
  await page.goBack()
  await expect(page).toHaveURL(/\/v4\/discover/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')

  expect(
    (
      await page
        .context()
        .request.post('/v4/login', { data: { email: 'yusuf@example.org', password: 'sunbul-demo-2026' } })
    ).ok(),
  ).toBe(true)
  await page.goto('/v4')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await page.goto('/account')
  await logOut(page)
  await page.waitForURL('/v4')
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await page.goBack()
  await expect(page).toHaveURL(/\/v4\/discover/)
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0)
})

test('a page restored from the back-forward cache is reloaded', async ({ page }) => {
  await page.goto('/v4/discover')
  await untilAlive(page.locator('.site-basket'))
  await page.context().addCookies([{ name: 'lang', value: 'ar', url: page.url() }])
  // Headless Chromium has no back-forward cache; this event simulates it.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
})

test('duplicating a tab during payment, and again at the thanks, charges nothing more', async ({ page }) => {
  const email = freshEmail('duplicated')
  await aDonation(page, email, 83)
  let letThrough = () => {}
  const through = new Promise<void>((resolve) => (letThrough = resolve))
  const sent = new Promise<void>((resolve) => {
    void page.route('**/api/donate/donate/*', async (route) => {
      const answer = await route.fetch()
      resolve()
      await through
      await route.fulfill({ response: answer })
    })
  })
  await clickDonate(page)
  await sent
  // A window opened by a page has a copy of its session storage, like a duplicated tab.
  const duplicate = async () => {
    const opened = page.waitForEvent('popup')
    await page.evaluate(() => void window.open(location.href))
    return opened
  }
  const second = await duplicate()
  await expect(second.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 15_000 })
  letThrough()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  const third = await duplicate()
  await expect(third.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await third.reload()
  await expect(third.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(page.request, email)
})

test('a browser with full storage donates once and shows where the receipt is', async ({ page }) => {
  const problems = problemsOf(page)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  const email = freshEmail('full')
  await aDonation(page, email, 84)
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'We can’t show your donation here' })).toBeVisible()
  await expectOneReceipt(page.request, email)
  expect(problems).toEqual([])
})

test('a challenge in a closed tab can charge nothing after the same was donated in the next one', async ({
  context,
}) => {
  const email = freshEmail('asked')
  const closed = await context.newPage()
  await aDonation(closed, email, 85, cards.challenge)
  await clickDonate(closed)
  const question = (await closed.locator('iframe[src*="/3ds/"]').getAttribute('src'))!
  await closed.close()
  const next = await context.newPage()
  await aDonation(next, email, 85)
  await clickDonate(next)
  await expect(next.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  // The donor confirms later in the bank's app.
  const app = await context.newPage()
  await app.goto(question)
  await app
    .getByRole('button', { name: 'Yes, approve' })
    .click({ timeout: 3000 })
    .catch(() => undefined)
  await expectOneReceipt(next.request, email)
  await expectOnePayment(email)
})
