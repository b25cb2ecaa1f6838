import { createHash } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { expectOnePayment } from './ledger-rows.ts'
import {
  anAddress,
  askToGive,
  campaigns,
  cards,
  challengeOf,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  fillDonor,
  freshEmail,
  plainCampaign,
  openMessage,
  clickDonate,
  receiptsTo,
  problemsOf,
  summaryIn,
  untilAlive,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

test('a guest opens a fundraiser, donates once, is thanked and gets one receipt [S2 §4]', async ({ page, request }) => {
  const problems = problemsOf(page)
  const email = freshEmail('guest')
  const slug = await plainCampaign(request)
  await page.goto(`/v4/campaign/${slug}`)
  await page.getByRole('button', { name: 'Donate' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Donate to')
  await page.getByRole('radio', { name: /^.?\$30/ }).check()
  await page.getByRole('radio', { name: 'No tip' }).check()
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  await expect(page.getByRole('button', { name: /^Donate \W?\$30\.00\W?$/ })).toBeVisible()
  await clickDonate(page)
  await expect(page).toHaveURL(new RegExp(`/thankyou/${slug}`))
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page).toHaveTitle('Thank you')
  await expect(page.getByText(`Receipt sent to`)).toContainText(email)
  await expectAccessible(page)
  expect(await expectOneReceipt(request, email)).toContain('$30.00')
  await page.getByLabel('Leave words of support').fill('May Allah accept it.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your message is on the page.')).toBeVisible()
  expect(problems).toEqual([])
})

test('a custom amount and tip are preselected for the next donation [S2 §9]', async ({ page, request }) => {
  const slug = await plainCampaign(request)
  await page.goto(`/v4/checkout/${slug}?amount=34`)
  await page.getByRole('radio', { name: 'Other' }).check()
  await page.getByLabel('Your tip').fill('3')
  await fillDonor(page, freshEmail('own-tip'))
  await fillCard(page, cards.good)
  await expect(page.getByRole('button', { name: /^Donate \W?\$37\.00/ })).toBeVisible()
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await page.goto(`/v4/checkout/${slug}`)
  await expect(page.getByRole('radio', { name: 'Other' })).toBeChecked()
  await expect(page.getByLabel('Your tip')).toHaveValue('3')
  await expect(page.getByRole('button', { name: /^Donate \W?\$37\.00/ })).toBeVisible()
})

test('a logged-in donor donates without typing their details', async ({ page, request }) => {
  const slug = await plainCampaign(request)
  await page.goto(`/login?redirectUrl=${encodeURIComponent(`/v4/checkout/${slug}`)}`)
  await expectAccessible(page)
  await page.getByLabel('Email').fill('amina@example.org')
  await page.getByLabel('Password').fill('sunbul-demo-2026')
  await page.locator('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('You’re donating as')).toContainText('amina@example.org')
  const receipt = page.getByLabel('I want a tax receipt')
  if (await receipt.isVisible()) await receipt.uncheck()
  await fillCard(page, cards.good)
  await clickDonate(page)
  const again = page.getByRole('button', { name: 'Donate again' })
  await expect(page.getByRole('heading', { name: 'Thank you' }).or(again)).toBeVisible()
  if (await again.isVisible()) await again.click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
})

test('the donor completes a 3-D Secure challenge, and the donation arrives once', async ({ page, request }) => {
  const email = freshEmail('challenge')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=41`)
  await fillDonor(page, email)
  await fillCard(page, cards.challenge)
  await clickDonate(page)
  await expect(page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Stop this payment?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep going' }).click()
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
})

test('Escape never closes the challenge without confirmation, repeatedly or after a reload', async ({
  page,
  request,
}) => {
  const email = freshEmail('escapes')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=41`)
  await fillDonor(page, email)
  await fillCard(page, cards.challenge)
  await clickDonate(page)
  const dialog = page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })
  await expect(dialog).toBeVisible()
  // A browser lets a page block this once, and only after an interaction.
  for (let attempt = 1; attempt <= 3; attempt++) {
    await page.keyboard.press('Escape')
    await expect(page.getByText('Stop this payment?')).toBeVisible()
  }
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Stop this payment?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep going' }).click()
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
})

test('the donor rejects the challenge and pays with another card without losing input', async ({ page, request }) => {
  const email = freshEmail('declines')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=42`)
  await fillDonor(page, email)
  await fillCard(page, cards.challenge)
  await clickDonate(page)
  await challengeOf(page).getByRole('button', { name: 'No, decline' }).click()
  await expect(summaryIn(page)).toContainText('Error processing payment (3DS)')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
})

test('a decline is shown in one sentence, and another card pays the same donation', async ({ page, request }) => {
  const email = freshEmail('another-card')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=43`)
  await fillDonor(page, email)
  await fillCard(page, cards.declined)
  await clickDonate(page)
  await expect(summaryIn(page)).toContainText('Your card was declined')
  await expect(page).toHaveTitle(/^Error: /)
  await expectAccessible(page)
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
})

test('after twenty declines from one network a browser does proof of work and is charged once', async ({
  page,
  request,
}) => {
  const email = freshEmail('donor')
  const slug = await plainCampaign(request)
  const { id } = (await (await request.get(`/v4/campaign-pages/${slug}`)).json()) as { id: string }
  const declined = Array.from({ length: 20 }, () => {
    const guest = { email: freshEmail('declined'), name: 'Amal' }
    return {
      amount: '20',
      feeAmount: '0',
      currency: 'USD',
      tokens: [{ type: 'card', token: 'pm_card_visa_chargeDeclined' }],
      guest,
    }
  })
  const statuses = await Promise.all(
    declined.map(async (donation) => (await askToGive(request, id, donation)).status()),
  )
  expect(new Set(statuses)).toEqual(new Set([402]))
  await page.goto(`/v4/checkout/${slug}?amount=57`)
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  const answered = page.waitForResponse('**/api/donate/donate/*')
  await clickDonate(page)
  expect((await answered).status()).toBe(429)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
})

test('the page stays responsive during a long proof of work', async ({ page, request }) => {
  const email = freshEmail('searching')
  const [salt, number] = ['a salt of this test', 300_000]
  const target = createHash('sha256').update(`${salt}:${number}`).digest('hex')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=58`)
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  let shown = ''
  let longestStill = Number.POSITIVE_INFINITY
  await page.route('**/api/donate/donate/*', async (route) => {
    const { reCaptcha } = route.request().postDataJSON() as { reCaptcha?: string }
    if (reCaptcha) {
      shown = atob(reCaptcha)
      longestStill = await page.evaluate(() => (window as unknown as { still: () => number }).still())
      return route.continue()
    }
    await page.evaluate(() => {
      let [longest, last] = [0, performance.now()]
      const still = () => {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
        return longest
      }
      setInterval(still, 20)
      Object.assign(window, { still })
    })
    const result = { code: 'human-check-required', proof: { salt, target, range: 640_000, signature: '' } }
    await route.fulfill({
      status: 429,
      json: { success: false, message: 'Too many requests. Please wait a moment and try again.', result },
    })
  })
  await clickDonate(page)
  // A slow machine searches 300,000 hashes longer than the usual timeout.
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 30_000 })
  expect(JSON.parse(shown)).toMatchObject({ salt, number })
  expect(longestStill).toBeLessThan(1000)
  await expectOneReceipt(request, email)
})

test('a double and a third click charge once', async ({ page, request }) => {
  const email = freshEmail('double')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=44`)
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  await page.getByRole('button', { name: /^Donate / }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
    button.click()
  })
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
  await expectOnePayment(email)
})

test('asks before repeating a donation, and yes repeats it once', async ({ page, request }) => {
  const email = freshEmail('repeats')
  const slug = await plainCampaign(request)
  const again = page.getByRole('button', { name: 'Donate again' })
  for (const isRepeated of [false, true]) {
    await page.goto(`/v4/checkout/${slug}?amount=57`)
    await fillDonor(page, email)
    await fillCard(page, cards.good)
    await clickDonate(page)
    if (isRepeated) await again.click()
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  }
  await expect.poll(async () => (await receiptsTo(request, email)).length, { timeout: 8000 }).toBe(2)
})

test('two tabs make two donations, each charged once with its receipt', async ({ context, request }) => {
  const email = freshEmail('tabs')
  const slug = await plainCampaign(request)
  const tabs = await Promise.all([context.newPage(), context.newPage()])
  for (const [index, tab] of tabs.entries()) {
    await tab.goto(`/v4/checkout/${slug}?amount=${45 + index}`)
    await fillDonor(tab, email)
    await fillCard(tab, cards.good)
  }
  await Promise.all(tabs.map((tab) => clickDonate(tab)))
  await Promise.all(tabs.map((tab) => expect(tab.getByRole('heading', { name: 'Thank you' })).toBeVisible()))
  await expect(async () => expect((await receiptsTo(request, email)).length).toBe(2)).toPass()
})

test('a reload during a challenge resumes the same donation', async ({ page, request }) => {
  const email = freshEmail('reload')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=47`)
  await fillDonor(page, email)
  await fillCard(page, cards.challenge)
  await clickDonate(page)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })).toBeVisible()
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
})

test('analytics never gets the amount of zakat, also after a reload during a challenge', async ({ page, request }) => {
  const slug = (await campaigns(request)).find(
    ({ currencyCode, zakatApproved }) => currencyCode === 'USD' && zakatApproved,
  )!.slug
  await page.goto(`/v4/checkout/${slug}?amount=48`)
  await fillDonor(page, freshEmail('zakat'))
  await page.getByLabel('Count this as zakat').check()
  await fillCard(page, cards.challenge)
  await clickDonate(page)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.reload()
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  const counted = () => page.evaluate(() => (window as { dataLayer?: object[] }).dataLayer)
  expect(await counted()).toEqual([
    { event: 'purchase', ecommerce: { transaction_id: expect.stringMatching(/^[0-9a-f-]{36}$/), currency: 'USD' } },
  ])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await counted()).toBeUndefined()
})

test('a fundraiser that closes during a challenge says so to others, and the started donation completes', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const slug = 'teachers-of-thar'
  const email = freshEmail('paused')
  const { id } = (await (await request.get(`/v4/campaign-pages/${slug}`)).json()) as { id: string }
  const people = await browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { origin: baseURL! } })
  expect(
    (
      await people.request.post('/v4/login', { data: { email: 'sana@example.org', password: 'sunbul-demo-2026' } })
    ).ok(),
  ).toBe(true)
  const move = async (state: string) =>
    expect((await people.request.post('/api/projectadmin/changeProjectState', { data: { id, state } })).ok()).toBe(true)
  await page.goto(`/v4/checkout/${slug}?amount=46`)
  await fillDonor(page, email)
  await fillCard(page, cards.challenge)
  await clickDonate(page)
  await expect(page.getByRole('dialog')).toBeVisible()
  const other = await people.newPage()
  await other.goto(`/v4/campaign/${slug}`)
  await expect(other.getByRole('button', { name: 'Donate' }).first()).toBeVisible()
  const sharedPage = async () => (await request.get(`/v4/campaign/${slug}`)).text()
  expect(await sharedPage()).toContain('redirectURL=')
  await move('paused')
  const pausedAt = Date.now()
  try {
    // The server caches a fundraiser for at most a second.
    await expect(async () => {
      await other.evaluate(() => window.dispatchEvent(new Event('focus')))
      await expect(other.getByRole('button', { name: 'Donate' })).toBeDisabled({ timeout: 300 })
    }).toPass()
    await expect(other.locator('.campaign-page-ended')).toContainText(
      'This fundraiser isn’t accepting donations at the moment',
    )
    // A cached page is never older than two seconds.
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, pausedAt + 3100 - Date.now())))
    expect(await sharedPage()).not.toContain('redirectURL=')
    await other.goto(`/v4/checkout/${slug}`)
    await expect(
      other.getByRole('heading', { name: 'This fundraiser isn’t accepting donations at the moment' }),
    ).toBeVisible()
    await expect(other.getByText('You haven’t been charged')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })).toBeVisible()
    await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  } finally {
    await move('active')
    await people.close()
  }
  await expectOneReceipt(request, email)
})

const unavailable = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({ class: 'server', message: 'Server error occurred.' }),
}

test('polls while the result is unknown, and nothing is paid twice', async ({ page, request }) => {
  const email = freshEmail('untold')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=53`)
  await fillDonor(page, email)
  await fillCard(page, cards.challenge)
  await clickDonate(page)
  await page.route('**/api/donate/challenge', (route) => route.fulfill(unavailable))
  await page.route('**/v4/donations/*', (route) => route.fulfill(unavailable), { times: 1 })
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 15_000 })
  await expectOneReceipt(request, email)
})

test('after a reload an unknown request is kept, and the next click resolves it', async ({ page, request }) => {
  const email = freshEmail('kept')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=54`)
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  const charged = new Promise<void>((done) => {
    void page.route('**/api/donate/donate/*', async (route) => {
      await route.fetch()
      done()
    })
  })
  await clickDonate(page)
  await charged
  await page.route('**/v4/payment-attempts/by-key/*', (route) => route.fulfill(unavailable))
  await page.reload()
  await expect(summaryIn(page)).toContainText('Server error occurred.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await fillDonor(page, email)
  await page.getByLabel('Other amount').fill('55')
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
  await expectOnePayment(email)
})

test('leaving the challenge charges nothing', async ({ page, request }) => {
  const email = freshEmail('left')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=48`)
  await fillDonor(page, email)
  await fillCard(page, cards.challenge)
  await clickDonate(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const question = await page.locator('iframe[src*="/3ds/"]').getAttribute('src')
  await page.getByRole('button', { name: 'Stop the payment' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect((await receiptsTo(request, email)).length).toBe(0)
  // Approving it afterwards charges nothing, and a new donation is possible.
  const other = await page.context().newPage()
  await other.goto(question!)
  await expect(other.getByRole('button', { name: 'Yes, approve' })).toHaveCount(0)
  await other.close()
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page).toHaveURL(/\/thankyou\//)
  await expectOneReceipt(request, email)
})

test('words of support from the checkout appear on the page under the chosen name and place', async ({
  page,
  request,
}) => {
  const slug = await plainCampaign(request)
  const words = freshEmail('May it grow').split('@')[0]!
  await page.goto(`/v4/checkout/${slug}`)
  await fillDonor(page, freshEmail('words'))
  await openMessage(page)
  await page.getByLabel(/^Name shown on the page/).fill(' Umm Yusuf ')
  await page.getByLabel(/^Place shown on the page/).fill(' Izmir ')
  await page.getByLabel(/^Words of support/).fill(`  ${words}  `)
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page).toHaveURL(new RegExp(`/thankyou/${slug}`))
  // The thank-you page doesn't ask for words of support again.
  await expect(page.getByText('Your message is on the page.')).toBeVisible()
  await expect(page.getByLabel('Leave words of support')).toHaveCount(0)
  const locator = page.locator('li, article').filter({ hasText: words }).last()
  // A cached page may still be shown for a second.
  await expect(async () => {
    await page.goto(`/v4/campaign/${slug}`)
    await expect(locator).toContainText('Umm Yusuf', { timeout: 1000 })
  }).toPass({ timeout: 10_000 })
  await expect(locator).toContainText('Izmir')
})

test('after a donation offers words of support, then ways to share, then an account', async ({ page, request }) => {
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      document.body.dataset.shared = JSON.stringify(data)
    }
  })
  const slug = await plainCampaign(request)
  await page.goto(`/v4/checkout/${slug}`)
  await fillDonor(page, freshEmail('after'))
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByLabel('Leave words of support')).toBeVisible()
  const locator = page
    .getByLabel('Leave words of support')
    .or(page.getByRole('heading', { name: /^(Tell others|Keep this donation in an account)$/ }))
  await expect(locator).toHaveCount(3)
  expect(await locator.evaluateAll((element) => element.map(({ id }) => id))).toEqual([
    'words',
    'share',
    'keep-this-gift',
  ])
  const ways = page.getByRole('region', { name: 'Tell others' })
  await expect(ways.getByRole('button').first()).toHaveText('Share…')
  await ways.getByRole('button', { name: 'Share…' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-shared', new RegExp(`/campaign/${slug}`))
  await expectAccessible(page)
})

test('refuses other words than the donation’s existing ones with the reason', async ({ page, request }) => {
  await page.goto(`/v4/checkout/${await plainCampaign(request)}`)
  await fillDonor(page, freshEmail('twice'))
  await fillCard(page, cards.good)
  await clickDonate(page)
  // Requests are intercepted after the navigation, because an interception may not survive it.
  await page.waitForURL('**/thankyou/**')
  // Meanwhile the same donor posts words in another tab.
  await page.route('**/v4/donations/comment', async (route) => {
    await route.fetch({ postData: { ...(route.request().postDataJSON() as object), comment: 'May Allah accept it.' } })
    await route.continue()
  })
  await page.getByLabel('Leave words of support').fill('May it grow.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('You’ve already left words of support for this donation.')).toBeVisible()
  await expect(page.getByLabel('Leave words of support')).toHaveValue('May it grow.')
  await page.reload()
  await expect(page.getByText('Your message is on the page.')).toBeVisible()
})

test('a donation works by keyboard alone', async ({ page, request }) => {
  const email = freshEmail('keyboard')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=49`)
  await page.getByLabel('Email', { exact: true }).focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Amina Yusuf')
  const receipt = page.getByLabel('I want a tax receipt')
  if (await receipt.isVisible()) {
    await receipt.focus()
    await page.keyboard.press('Space')
  }
  const number = page.frameLocator('iframe[title="Card details"]').getByLabel('Card number')
  await number.focus()
  await page.keyboard.type(cards.good)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1234')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.getByRole('button', { name: /^Donate / }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
})

test('missing fields are listed above the button and at each field, with focus on the first', async ({
  page,
  request,
}) => {
  await page.goto(`/v4/checkout/${await plainCampaign(request)}`)
  await expectAccessible(page)
  const receipt = page.getByLabel('I want a tax receipt')
  if (await receipt.isVisible()) await receipt.uncheck()
  await page.getByLabel('Email', { exact: true }).fill('amina@')
  await clickDonate(page)
  const summary = summaryIn(page)
  await expect(summary.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
})

test('errors are listed in the order of the page', async ({ page }) => {
  await page.goto('/v4/checkout/robots-on-wednesdays')
  await page.getByLabel('Another amount').fill('')
  await page.getByRole('button', { name: 'Enter an amount' }).click()
  const texts = (await summaryIn(page).getByRole('link').all()).map(async (link) =>
    (await link.getAttribute('href'))!.slice(1),
  )
  const wrong = await Promise.all(texts)
  expect(wrong).toEqual(expect.arrayContaining(['amount', 'email', 'name']))
  const requests = await page.evaluate(
    (ids) => [...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id) => ids.includes(id)),
    wrong,
  )
  expect(wrong).toEqual(requests)
})

test('in Arabic a donation is right-to-left and arrives the same', async ({ context, page, request, baseURL }) => {
  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  const email = freshEmail('arabic')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=50`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const receipt = page.getByLabel('أريد إيصالًا ضريبيًا')
  if (await receipt.isVisible()) await receipt.uncheck()
  await page.getByLabel('مبلغ آخر').fill('٦٠')
  await expect(page.getByLabel('مبلغ آخر')).toHaveValue('60')
  await page.getByLabel('البريد الإلكتروني', { exact: true }).fill(email)
  await page.getByLabel('الاسم', { exact: true }).fill('أمينة يوسف')
  const frame = page.frameLocator('iframe[title="بيانات البطاقة"]')
  await frame.getByLabel('رقم البطاقة').fill(cards.good)
  await frame.getByLabel('تاريخ الانتهاء').fill('1234')
  await frame.getByLabel('رمز الأمان').fill('123')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^تبرّع/ }).click()
  await expect(page.getByRole('heading', { name: 'شكرًا لك' })).toBeVisible()
  await expectAccessible(page)
  expect(await expectOneReceipt(request, email)).toContain('إيصالك')
})

test('ignores a link’s amount and tip below one whole unit', async ({ page, request }) => {
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=0.50&tip=0.00`)
  await expect(page.getByRole('radio', { name: 'No tip' })).toBeChecked()
  await expect(page.getByRole('button', { name: /^Donate \W?\$20\.00/ })).toBeVisible()
})

test('ignores a fraction in a link’s amount or tip, and accepts .00 [S1 §5]', async ({ page, request }) => {
  const slug = await plainCampaign(request)
  const amount = page.getByLabel('Another amount')
  const tip = () =>
    page
      .locator('input[name=tipChoice]:checked')
      .evaluateAll((chosen) => chosen.map((element) => (element as HTMLInputElement).value))
  await page.goto(`/v4/checkout/${slug}`)
  const begun = await tip()
  for (const query of ['amount=12.50&tip=3.2', 'amount=12,50&tip=3,2', 'amount=١٢٫٥٠&tip=٣٫٢', 'amount=1,250']) {
    await page.goto(`/v4/checkout/${slug}?${query}`)
    await expect(amount).toHaveValue('20')
    await expect(page.locator('#tipTyped')).toHaveCount(0)
    expect(await tip()).toEqual(begun)
  }
  await page.goto(`/v4/checkout/${slug}?amount=۱۲٫۰۰&tip=٣`)
  await expect(amount).toHaveValue('12')
  await expect(page.locator('#tipTyped')).toHaveValue('3')
  await expect(page.getByRole('button', { name: /^Donate \W?\$15\.00/ })).toBeVisible()
  await amount.fill('٤٥٫٥٠')
  await expect(amount).toHaveValue('45')
  await expect(page.getByText('Whole amounts only: we removed the decimals.')).toBeVisible()
  await amount.fill('')
  await amount.pressSequentially('0۱2.')
  await expect(amount).toHaveValue('12')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [pasted, whole] of [
    ['1,250,000.50', '1250000'],
    ['\u200f۱٬۲۵۰', '1250'],
  ] as const) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
    await amount.fill('')
    await amount.press('ControlOrMeta+v')
    await expect(amount).toHaveValue(whole)
  }
  for (const pasted of ['20 or 50', '10-20', '1e3', '-5']) {
    await amount.fill('12')
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
    await amount.press('ControlOrMeta+a')
    await amount.press('ControlOrMeta+v')
    await expect(amount).toHaveValue('12')
    await expect(page.getByText('We couldn’t read that as an amount, so the amount hasn’t changed.')).toBeVisible()
  }
})

test('drops what is typed after a decimal point and says so [S1 §5]', async ({ page, request }) => {
  await page.goto(`/v4/checkout/${await plainCampaign(request)}`)
  const amount = page.locator('#amount')
  const dropped = page.getByText('Whole amounts only: we removed the decimals.')
  await untilAlive(amount)
  for (const [typed, whole, isDropped] of [
    ['12.50', '12', true],
    ['12,5', '12', true],
    ['١٢٫٥٠', '12', true],
    ['0.50', '', false],
    ['1,250', '1250', false],
    ['12.', '12', false],
    ['125', '125', false],
  ] as const) {
    await amount.fill('')
    await amount.pressSequentially(typed)
    await expect(amount).toHaveValue(whole)
    await expect(dropped).toBeVisible({ visible: isDropped })
  }
  await amount.fill('')
  await amount.pressSequentially('12.50')
  await amount.press('Backspace')
  await expect(amount).toHaveValue('1')
  await expect(dropped).toBeHidden()
  await amount.pressSequentially('05')
  await expect(amount).toHaveValue('105')
  await amount.pressSequentially('.9')
  await page.locator('label.chip').first().click()
  await expect(dropped).toBeHidden()
  const chosen = await amount.inputValue()
  await amount.press('End')
  await amount.pressSequentially('5')
  await expect(amount).toHaveValue(`${chosen}5`)
})

test('a link’s amount and tip win, and a foreign redirect is ignored [S2 §2]', async ({ page, request }) => {
  await page.goto(
    `/v4/checkout/${await plainCampaign(request)}?amount=75&tip=5&redirectURL=https%3A%2F%2Fevil.example%2F&frequencyType=recurring`,
  )
  await expect(page.getByRole('button', { name: /^Donate \W?\$80\.00/ })).toBeVisible()
  await expect(
    page.getByText('Regular giving isn’t available for this fundraiser, so this will be a one-time donation.'),
  ).toBeVisible()
  await fillDonor(page, freshEmail('redirect'))
  await fillCard(page, cards.good)
  await clickDonate(page)
  await page.waitForURL((url) => !url.pathname.startsWith('/v4/checkout'))
  expect(new URL(page.url()).hostname).toBe('localhost')
})
