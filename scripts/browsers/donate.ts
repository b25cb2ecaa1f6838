import { type BrowserPage, waitFor } from './engine.ts'

export type Journey = {
  readonly name: string
  readonly locale: 'en' | 'ar'
  readonly slug: string
  readonly isZakat: boolean
  /** Whether to pay with the sandbox's wallet sheet instead of a card. */
  readonly isWallet: boolean
}

const cardFrame = '#card iframe'
const walletFrame = '.checkout-wallets iframe'
const sheetFrame = 'dialog[open] iframe'
const hasElement = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`

/** Donates by card or wallet as a guest, from the fundraiser's page to the thank-you page. */
export async function donate(page: BrowserPage, origin: string, journey: Journey, email: string): Promise<void> {
  await page.goto(`${origin}/help`)
  await page.evaluate(`void (document.cookie = 'lang=${journey.locale}; path=/')`)
  await page.goto(`${origin}/v4/campaign/${journey.slug}`)
  await waitFor(page, `document.documentElement.lang === '${journey.locale}' && document.readyState === 'complete'`)
  // The button of the page's form opens the checkout in a new document.
  await page.click('.donate-form .button-primary')
  await waitFor(page, `location.pathname.startsWith('/v4/checkout/') && ${hasElement('#email')}`)
  await waitFor(page, hasElement(cardFrame))
  await waitFor(page, hasElement('#number'), cardFrame)
  // The wallets' buttons are above the fields: once they are loaded, the fields no longer move.
  await waitFor(page, hasElement('#applepay'), walletFrame)
  if (journey.isZakat) {
    await page.click('#isZakat')
    await waitFor(page, `${hasElement('#isZakat')}.checked`)
  }
  await page.type('#email', email)
  await waitFor(page, `${hasElement('#email')}.value === '${email}'`)
  await (journey.isWallet ? payWithWallet(page) : payByCard(page, journey.locale))
  await waitFor(page, `location.pathname.startsWith('/thankyou/') && ${hasElement('h1')}`)
  await waitFor(page, `document.documentElement.dir === '${journey.locale === 'ar' ? 'rtl' : 'ltr'}'`)
}

async function payByCard(page: BrowserPage, locale: Journey['locale']): Promise<void> {
  await page.type('#name', locale === 'ar' ? 'أمينة يوسف' : 'Amina Yusuf')
  await page.type('#number', '4242424242424242', cardFrame)
  await page.type('#expiry', '1234', cardFrame)
  await page.type('#cvc', '123', cardFrame)
  await waitFor(page, `${hasElement('#cvc')}.value === '123'`, cardFrame)
  // On phones the button is in the bar at the bottom.
  const isPhone = await page.evaluate(`${hasElement('.checkout-bar')}?.checkVisibility()`)
  await page.click(isPhone === true ? '.checkout-bar button' : 'form button[type=submit].button-wide')
}

async function payWithWallet(page: BrowserPage): Promise<void> {
  await page.click('#applepay', walletFrame)
  await waitFor(page, hasElement('#approve:not(:disabled)'), sheetFrame)
  await page.click('#approve', sheetFrame)
}
