import { expect, type Page, test } from '@playwright/test'
import { expectOnePosting } from './ledger-rows.ts'
import {
  fillCard,
  cards,
  expectOneReceipt,
  freshEmail,
  plainCampaign,
  clickDonate,
  problemsOf,
  receiptsTo,
  summaryIn,
  untilAlive,
} from './support.ts'

/** Delays matching files until released, like a slow network. */
async function hold(page: Page, files: string): Promise<() => void> {
  let letThrough = () => {}
  const through = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route(files, async (route) => {
    await through
    await route.continue()
  })
  return letThrough
}

const giveButton = (page: Page) => page.getByRole('button', { name: /^Donate /, exact: false }).first()
const isCardReady = (page: Page) =>
  expect(page.frameLocator('iframe[title="Card details"]').getByLabel('Card number')).toBeVisible()

test('donates what was chosen and typed before hydration', async ({ page, request }) => {
  const problems = problemsOf(page)
  const email = freshEmail('early')
  const slug = await plainCampaign(request)
  // The stored amount of an earlier donation doesn't count as the donor's choice.
  await page.addInitScript(() =>
    localStorage.setItem('donationAmount', JSON.stringify({ version: 1, value: { amount: '100', currency: 'USD' } })),
  )
  const letThrough = await hold(page, '**/assets/*.js')
  await page.goto(`/v4/checkout/${slug}`, { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('radio', { name: /^.?\$30/ })).not.toBeChecked()
  await page.getByRole('radio', { name: /^.?\$30/ }).check()
  await page.getByRole('radio', { name: 'No tip' }).check()
  const receipt = page.getByLabel('I want a tax receipt')
  if (await receipt.isVisible()) await receipt.uncheck()
  const anonymous = page.locator('#isAnonymous')
  await anonymous.setChecked(!(await anonymous.isChecked()))
  const isAnonymous = await anonymous.isChecked()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name', { exact: true }).pressSequentially('Amina Yusuf')
  await page.keyboard.press('ArrowLeft')

  letThrough()
  await isCardReady(page)
  await expect(giveButton(page)).toHaveText(/^Donate \W?\$30\.00/)
  await expect(page.getByRole('radio', { name: /^.?\$30/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'No tip' })).toBeChecked()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  expect(await anonymous.isChecked()).toBe(isAnonymous)
  // A donor who is still typing keeps their position.
  await page.keyboard.type('a')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Amina Yusuaf')

  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText('Receipt sent to')).toContainText(email)
  expect(problems).toEqual([])
})

test('a click before hydration posts the form, which comes back as typed and then pays once', async ({
  page,
  request,
}) => {
  const email = freshEmail('posted')
  const slug = await plainCampaign(request)
  const letThrough = await hold(page, '**/assets/*.js')
  await page.goto(`/v4/checkout/${slug}?amount=30`, { waitUntil: 'domcontentloaded' })
  await page.getByRole('radio', { name: 'No tip' }).check()
  const receipt = page.getByLabel('I want a tax receipt')
  if (await receipt.isVisible()) await receipt.uncheck()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Amina Yusuf')
  const [posted] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    giveButton(page).click({ noWaitAfter: true }),
  ])
  expect(new URL(posted.url()).pathname).toBe(`/v4/checkout/${slug}`)
  expect(posted.status()).toBe(200)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByText('Ready to donate').first()).toBeVisible()
  expect(await receiptsTo(request, email)).toEqual([])

  letThrough()
  await isCardReady(page)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(giveButton(page)).toHaveText(/^Donate \W?\$30\.00/)
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
  await expectOnePosting(email)
})

test('a click at the moment of hydration sends what was typed before it', async ({ page, request }) => {
  // Between hydration and React's next turn, which it requests by a message: too short for a user to notice.
  await page.addInitScript(() => {
    let isPressed = false
    const send = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: Parameters<MessagePort['postMessage']>) {
      const button = document.querySelector<HTMLButtonElement>('form button.button-wide')!
      // The root cancels this event once its target is hydrated (web/root.tsx).
      if (!isPressed && !button.dispatchEvent(new Event('animationiteration', { bubbles: true, cancelable: true }))) {
        isPressed = true
        queueMicrotask(() => button.click())
      }
      send.apply(this, args)
    } as MessagePort['postMessage']
  })
  const letThrough = await hold(page, '**/assets/*.js')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}`, { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Email', { exact: true }).fill(freshEmail('moment'))
  await page.getByLabel('Name', { exact: true }).fill('Amina Yusuf')
  letThrough()
  await expect(summaryIn(page)).toBeVisible()
  await expect(summaryIn(page)).not.toContainText(/email|your name/i)
})

test('a click is ignored if the button’s amount changes while the pointer is down', async ({ page, request }) => {
  await page.addInitScript(() =>
    localStorage.setItem('donationAmount', JSON.stringify({ version: 1, value: { amount: '100', currency: 'USD' } })),
  )
  const letThrough = await hold(page, '**/assets/*.js')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}`, { waitUntil: 'domcontentloaded' })
  await expect(giveButton(page)).toHaveText(/^Donate \W?\$23\.20/)
  await giveButton(page).hover()
  await page.mouse.down()
  letThrough()
  await expect(giveButton(page)).toHaveText(/^Donate \W?\$116\.00/)
  await page.mouse.up()
  await page.waitForTimeout(300)
  await expect(summaryIn(page)).toBeHidden()
  await giveButton(page).click()
  await expect(summaryIn(page)).toBeVisible()
})

test('a choice undone before hydration stays undone', async ({ page, request }) => {
  const letThrough = await hold(page, '**/assets/*.js')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=41`, { waitUntil: 'domcontentloaded' })
  await page.getByRole('radio', { name: /^.?\$30/ }).check()
  await page.getByRole('radio', { name: /^.?\$50/ }).check()
  await page.getByRole('radio', { name: 'No tip' }).check()
  letThrough()
  await isCardReady(page)
  await expect(giveButton(page)).toHaveText(/^Donate \W?\$50\.00/)
})

test('an empty option chosen before hydration is submitted', async ({ page }) => {
  await page.goto('/currency')
  await page.getByLabel('Show amounts in').selectOption('GBP')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Amounts in: GBP' })).toBeVisible()
  const letThrough = await hold(page, '**/assets/*.js')
  await page.goto('/currency', { waitUntil: 'domcontentloaded' })
  await expect(page.getByLabel('Show amounts in')).toHaveValue('GBP')
  await page.getByLabel('Show amounts in').selectOption('')
  letThrough()
  await untilAlive(page.getByLabel('Show amounts in'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Amounts in: their own currency' })).toBeVisible()
})

test('after Back the page donates what it shows', async ({ page, request }) => {
  await page.goto(`/v4/checkout/${await plainCampaign(request)}`)
  await isCardReady(page)
  await page.getByRole('radio', { name: /^.?\$30/ }).check()
  await page.getByRole('radio', { name: 'No tip' }).check()
  await expect(giveButton(page)).toHaveText(/^Donate \W?\$30\.00/)
  await page.goto('/v4')
  await page.goBack()
  await isCardReady(page)
  await expect(page.getByRole('radio', { name: /^.?\$30/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'No tip' })).toBeChecked()
  await expect(giveButton(page)).toHaveText(/^Donate \W?\$30\.00/)
})

test('values that the browser restores after hydration are donated, and later choices win', async ({
  page,
  request,
}) => {
  // As after Back, where the browser may restore after the scripts ran; simulated here, since the moment can't be
  // chosen.
  const putBack = (name: string, value: string) =>
    page.evaluate(
      ({ name, value }) => {
        const radio = document.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`)!
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked')!.set!.call(radio, true)
      },
      { name, value },
    )
  const letThrough = await hold(page, '**/late.png')
  await page.addInitScript(() => document.addEventListener('DOMContentLoaded', () => (new Image().src = '/late.png')))
  await page.goto(`/v4/checkout/${await plainCampaign(request)}`, { waitUntil: 'domcontentloaded' })
  await isCardReady(page)
  await untilAlive(page.locator('#isAnonymous'))
  await putBack('quick', '30')
  await expect(giveButton(page)).toHaveText(/^Donate \W?\$34\.80/)
  await putBack('tipChoice', '0')
  letThrough()
  await expect(giveButton(page)).toHaveText(/^Donate \W?\$30\.00/)
  await expect(page.getByRole('radio', { name: 'No tip' })).toBeChecked()
  await page.getByRole('radio', { name: /^.?\$50/ }).check()
  await expect(giveButton(page)).toHaveText(/^Donate \W?\$50\.00/)
})

test('keeps what was typed in a lazily loaded part before it loaded', async ({ page, request }) => {
  const letThrough = await hold(page, '**/assets/*.js')
  await page.goto(`/v4/basket/add/${await plainCampaign(request)}`, { waitUntil: 'domcontentloaded' })
  await page.locator('#quantity').fill('7')
  letThrough()
  await untilAlive(page.locator('#quantity'))
  await expect(page.locator('#quantity')).toHaveValue('7')
  await page.waitForTimeout(500)
  await expect(page.locator('#quantity')).toHaveValue('7')
})

test('a click doesn’t overtake input in a part that hasn’t loaded yet', async ({ page, request }) => {
  const letThrough = await hold(page, '**/assets/*.js')
  const letStepper = await hold(page, '**/assets/quantity-stepper*.js')
  await page.goto(`/v4/basket/add/${await plainCampaign(request)}`, { waitUntil: 'domcontentloaded' })
  await page.locator('#quantity').fill('3')
  await page.getByLabel('I want a tax receipt').uncheck()
  letThrough()
  const add = page.getByRole('button', { name: /^Add .* to basket/ })
  await untilAlive(add)
  await add.click()
  await page.waitForTimeout(500)
  await expect(page).toHaveURL(/basket\/add/)
  letStepper()
  // The click doesn't count, because the button showed another amount at that moment.
  await expect(add).toHaveText(/\$60/)
  await expect(page).toHaveURL(/basket\/add/)
  await add.click()
  await page.waitForURL('**/v4/basket')
  await expect(page.getByLabel('How many')).toHaveValue('3')
})

test('keeps a “save card” tick from before hydration', async ({ page, request }) => {
  // The account has no card yet.
  expect(
    (
      await page
        .context()
        .request.post('/v4/login', { data: { email: 'sana@example.org', password: 'sunbul-demo-2026' } })
    ).ok(),
  ).toBe(true)
  const letThrough = await hold(page, '**/assets/*.js')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}`, { waitUntil: 'domcontentloaded' })
  await page.locator('#saveCard').check()
  letThrough()
  await isCardReady(page)
  await untilAlive(page.locator('#saveCard'))
  await expect(page.locator('#saveCard')).toBeChecked()
  await page.waitForTimeout(500)
  await expect(page.locator('#saveCard')).toBeChecked()
})

test('autosaves what an organizer wrote before hydration', async ({ page }) => {
  await page.goto('/login?redirectUrl=/organize/new')
  await page.getByLabel('Email').fill('sana@example.org')
  await page.getByLabel('Password', { exact: true }).fill('sunbul-demo-2026')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/organize/new')
  await page.getByLabel('Charity that receives the donations').selectOption({ index: 1 })
  await page.getByLabel('Title').fill('Books for the hills')
  await page.getByLabel('Category').selectOption('education')
  await page.getByLabel('Currency of the goal').selectOption('GBP')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('button', { name: 'These are right, create the draft' }).click()
  await page.waitForURL('**/edit')
  const id = /organize\/(\d+)/.exec(page.url())![1]!

  const draft = async () =>
    ((await (await page.request.get(`/v4/campaigns/${id}/draft`)).json()) as { content: object }).content

  const letBasics = await hold(page, '**/assets/*.js')
  await page.goto(`/organize/${id}/edit`, { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Country that benefits').selectOption('PK')
  await page.getByLabel('Goal').fill('5000')
  letBasics()
  await expect(page.locator('.preview-page')).toContainText('5,000')
  await expect.poll(draft).toMatchObject({ country: 'PK', goal: '5000' })

  await page.unrouteAll({ behavior: 'wait' })
  for (const words of ['A library in a bus.', 'A library in a bus, every Friday.']) {
    const letStory = await hold(page, '**/assets/*.js')
    await page.goto(`/organize/${id}/edit/story`, { waitUntil: 'domcontentloaded' })
    await page.getByLabel('Story').fill(words)
    letStory()
    await expect(page.getByRole('textbox', { name: 'Story' }).and(page.locator('[contenteditable=true]'))).toHaveText(
      words,
    )
    await expect(page.locator('.preview-page')).toContainText(words)
    await expect.poll(draft).toMatchObject({ story: `<p>${words}</p>` })
    await page.unrouteAll({ behavior: 'wait' })
  }
})
