import { expect, type Page, test } from '@playwright/test'
import {
  cards,
  clickDonate,
  fillCard,
  fillDonor,
  freshEmail,
  openMessage,
  plainCampaign,
  summaryIn,
} from './support.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Opens the tip on a phone, where it is one line with its value. */
const openTip = (page: Page) => page.getByRole('button', { name: /^Support the platform/ }).click()
const email = (page: Page) => page.locator('#email')

test('language, reload and login lose nothing, and a refused tip stays refused against a link', async ({
  page,
  request,
}) => {
  const url = `/v4/checkout/${await plainCampaign(request)}`
  await page.goto(url)
  await expect(page.locator('.checkout-bar')).toContainText(/\$20\.00.* \+ .*\$3\.20.* for Sunbul/)
  await page.getByLabel('Another amount').fill('45')
  await openTip(page)
  await page.getByRole('radio', { name: 'No tip' }).check()
  await fillDonor(page, 'amina@example.org')
  await openMessage(page)
  await page.getByLabel('Words of support').fill('May Allah accept it')
  const expectKept = async () => {
    await expect(email(page)).toHaveValue('amina@example.org')
    await expect(page.locator('#name')).toHaveValue('Amina Yusuf')
    await expect(page.locator('#amount')).toHaveValue('45')
    await expect(page.locator('#words')).toHaveValue('May Allah accept it')
    await expect(page.locator('input[name=tipChoice][value="0"]')).toBeChecked()
  }
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expectKept()
  await page.getByRole('link', { name: 'English' }).click()
  await expectKept()
  await page.reload()
  await expectKept()
  await page.getByRole('link', { name: 'Have an account? Log in' }).click()
  await page.goBack()
  await expectKept()
  // Another link presets its amount; who gives and the refused tip stay.
  await page.goto(`${url}?amount=70&tip=5`)
  await expect(page.locator('#amount')).toHaveValue('70')
  await expect(page.locator('input[name=tipChoice][value="0"]')).toBeChecked()
  await expect(email(page)).toHaveValue('amina@example.org')
})

test('currency, country, theme, a second tab, rotation, no network and a restored tab lose nothing', async ({
  page,
  context,
  request,
}) => {
  const url = `/v4/checkout/${await plainCampaign(request)}`
  await page.goto(url)
  await page.getByLabel('Another amount').fill('45')
  await openTip(page)
  await page.getByRole('radio', { name: 'No tip' }).check()
  await page.locator('#email').fill(freshEmail('interrupted'))
  await page.locator('#name').fill('Zəhra Əliyeva')
  const typed = await email(page).inputValue()
  const expectKept = async (tab = page) => {
    await expect(email(tab)).toHaveValue(typed)
    await expect(tab.locator('#name')).toHaveValue('Zəhra Əliyeva')
    await expect(tab.locator('#amount')).toHaveValue('45')
    await expect(tab.locator('input[name=tipChoice][value="0"]')).toBeChecked()
  }
  for (const [link, choice] of [
    [/^Amounts in/, 'EUR'],
    [/^Country/, 'GB'],
  ] as const) {
    await page.getByRole('link', { name: link }).click()
    await page.locator('main select').selectOption(choice)
    await page.locator('main form button').click()
    await expect(page).toHaveURL(new RegExp(`${url}$`))
    await expectKept()
  }
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectKept()

  const second = await context.newPage()
  await second.goto(url)
  await second.getByLabel('Another amount').fill('99')
  await second.close()
  await page.reload()
  await expectKept()

  await page.setViewportSize({ width: 844, height: 390 })
  await expectKept()
  await page.setViewportSize({ width: 390, height: 844 })
  await fillCard(page, cards.good)
  await context.setOffline(true)
  await clickDonate(page)
  await expect(summaryIn(page)).toContainText('Network connection failed.')
  await context.setOffline(false)
  await expectKept()

  // A browser that restores a tab restores its session storage.
  const stored = await page.evaluate(() => Object.entries(sessionStorage))
  await page.close()
  const restored = await context.newPage()
  await restored.addInitScript((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value)
  }, stored)
  await restored.goto(url)
  await expectKept(restored)
})

test('after paying, Back shows what was given, and the form knows the guest until “Not you?”', async ({
  page,
  request,
}) => {
  const slug = await plainCampaign(request)
  const address = freshEmail('known')
  await page.goto(`/v4/checkout/${slug}`)
  await fillDonor(page, address)
  await fillCard(page, cards.good)
  await clickDonate(page)
  await page.waitForURL(/\/thankyou\//)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('sunbul.form')))).toEqual(
    [],
  )
  await page.goBack()
  await expect(page.getByRole('heading', { name: /You donated .*\$23\.20/ })).toBeVisible()
  await page.getByRole('button', { name: 'Donate again' }).click()
  await expect(email(page)).toHaveValue(address)
  await page.getByRole('button', { name: 'Not you?' }).click()
  await expect(email(page)).toHaveValue('')
  await page.reload()
  await expect(page.locator('.checkout-bar')).toBeVisible()
  await expect(email(page)).toHaveValue('')
})

test('on a phone the wallets are on the first screen, followed by email, name and card', async ({ page, request }) => {
  await page.goto(`/v4/checkout/${await plainCampaign(request)}`)
  // The bar and the card's fields appear after the page is interactive.
  for (const late of ['.checkout-bar', '.checkout-wallet-buttons', '#card'])
    await expect(page.locator(late)).toBeVisible()
  const topOf = async (selector: string) => (await page.locator(selector).boundingBox())!.y
  const [amount, wallets, mail, name, card, more] = await Promise.all(
    ['#quick', '#wallets', '#email', '#name', '#card', '#more'].map(topOf),
  )
  expect([amount, wallets, mail, name, card, more]).toEqual(
    [amount, wallets, mail, name, card, more].toSorted((a, b) => a! - b!),
  )
  const bar = await topOf('.checkout-bar')
  const { y, height } = (await page.locator('.checkout-wallet-buttons').boundingBox())!
  expect(y + height).toBeLessThanOrEqual(bar)
})

test('a tip is preselected in six of twelve countries [amounts-8]', async ({ request, baseURL }) => {
  const slug = await plainCampaign(request)
  const presets = await Promise.all(
    ['US', 'CA', 'AU', 'AE', 'PK', 'MY', 'GB', 'DE', 'FR', 'IE', 'NO', 'SE'].map(async (country) => {
      const page = await request.get(`${baseURL}/v4/checkout/${slug}`, { headers: { cookie: `country=${country}` } })
      return /name="tipChoice"[^>]*?checked=""[^>]*?value="(\d+)"|value="(\d+)"[^>]*?checked=""/
        .exec((await page.text()).replace(/^.*id="tipChoice"/s, ''))
        ?.slice(1)
        .find(Boolean)
    }),
  )
  expect(presets).toEqual([...Array<string>(6).fill('16'), ...Array<undefined>(6).fill(undefined)])
})
