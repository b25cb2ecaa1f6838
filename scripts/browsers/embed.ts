import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/config/free-port.ts'
import { type BrowserPage, waitFor } from './engine.ts'

export const formFrame = 'iframe[src*="/form"]'
const cardFrame = [formFrame, '#card iframe']
const hasElement = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`
const payButton = '.checkout-pay button'
const thanks = hasElement('.checkout-thanks')

export type Website = {
  readonly origin: string
  /** Embeds the donation form of a fundraiser in the website's page. */
  show(platform: string, slug: string): void
  close(): void
}

/** Starts a charity's own website with an embedded donation form, on another site than the platform at `localhost`. */
export async function openWebsite(): Promise<Website> {
  const port = await freePort()
  let html = ''
  const server = http.createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return {
    origin: `http://charity-site.localhost:${port}`,
    close: () => server.close(),
    show(platform, slug) {
      html = `<!doctype html><title>A charity</title><h1>A charity</h1><a href="${platform}/v4/checkout/${slug}" data-sunbul="${slug}" data-view="form">Donate</a><script src="${platform}/embed.js"></script>`
    },
  }
}

/** Donates by card in a website's iframe. */
export async function donateInFrame(page: BrowserPage, website: string, email: string): Promise<void> {
  await openForm(page, website)
  await fill(page, email)
  await clickUntil(page, `${thanks} || ${hasElement('.error-summary')}`)
  await waitFor(page, thanks, formFrame)
}

/**
 * Reloads the page while the outcome of a payment is unknown. The iframe then looks up the outcome or, if the browser
 * blocks its storage, a second attempt is detected as a duplicate.
 */
export async function reloadWhilePaying(page: BrowserPage, website: string, email: string): Promise<void> {
  await openForm(page, website)
  await fill(page, email)
  const isDonate = "String(url).includes('/api/donate/donate/')"
  await page.evaluate(
    `void (window.fetch = ((send) => (url, options) => ${isDonate} ? (send(url, options).then(() => (window.isSent = true)), new Promise(() => {})) : send(url, options))(window.fetch))`,
    formFrame,
  )
  await clickUntil(page, 'window.isSent')
  const keeps = `(() => { try { return Boolean(sessionStorage.getItem('sunbul.pending-request')) } catch { return false } })()`
  const isKept = await page.evaluate(keeps, formFrame)
  await openForm(page, website, isKept === true ? thanks : hasElement('#email'))
  if (isKept === true) return
  await fill(page, email)
  await clickUntil(page, hasElement('dialog[open]'))
}

async function openForm(page: BrowserPage, website: string, expected = hasElement('#email')): Promise<void> {
  await page.goto(website)
  await waitFor(page, hasElement(formFrame))
  await waitFor(page, expected, formFrame)
  const cookies = await page.evaluate(
    `(document.cookie = 'probe=1; Path=/; SameSite=None; Secure', document.cookie)`,
    formFrame,
  )
  if (cookies !== '') throw new Error(`third-party cookies are not blocked: ${String(cookies)}`)
}

async function fill(page: BrowserPage, email: string): Promise<void> {
  await waitFor(page, hasElement('#number'), cardFrame)
  await typeInto(page, '#email', email)
  await typeInto(page, '#name', 'Amina Yusuf')
  await page.type('#number', '4242424242424242', cardFrame)
  await page.type('#expiry', '1234', cardFrame)
  await page.type('#cvc', '123', cardFrame)
  await waitFor(page, `${hasElement('#cvc')}.value === '123'`, cardFrame)
}

/** Types until the field has the text, because a click misses a field while the form is still growing. */
async function typeInto(page: BrowserPage, selector: string, text: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await page.type(selector, text, formFrame)
    try {
      return await waitFor(page, `${hasElement(selector)}.value === ${JSON.stringify(text)}`, formFrame, 3000)
    } catch (error) {
      if (tries === 3) throw error
    }
  }
}

/**
 * Clicks until the payment starts: Chromium drops a click just after the iframe was scrolled, and a second one is
 * harmless.
 */
async function clickUntil(page: BrowserPage, expression: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await page.click(payButton, formFrame)
    try {
      return await waitFor(page, expression, formFrame, 4000)
    } catch (error) {
      if (tries === 5) throw error
      await sleep(1000)
    }
  }
}
