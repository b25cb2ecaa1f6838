import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { expectOnePosting } from './ledger-rows.ts'
import { cards, expectAccessible, expectOneReceipt, freshEmail, receiptsTo } from './support.ts'

const slug = 'umeed-trust'

/** Another website with the form of a charity, as its owner copied it. */
async function openWebsite(platform: string) {
  const html = `<!doctype html><title>A charity</title><a href="${platform}/v4/checkout/${slug}" data-sunbul="${slug}" data-view="form">Donate</a><script src="${platform}/embed.js"></script>`
  const server = http.createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://charity-site.localhost:${port}`, close: () => server.close() }
}

test('a guest donates in a frame of another site; a reload while the payment is unknown charges once (security-17)', async ({
  page,
  browser,
  playwright,
  request,
  baseURL,
}) => {
  const website = await openWebsite(baseURL!)
  const owner = await playwright.request.newContext({ baseURL: baseURL! })
  await owner.post('/v4/login', { data: { email: 'sana@example.org', password: 'sunbul-demo-2026' } })
  const { id } = (await (await owner.get(`/v4/organizations/by-subdomain/${slug}`)).json()) as { id: string }
  const list = (hosts: readonly string[]) => owner.put(`/v4/organizations/${id}/embed-hosts`, { data: { hosts } })
  expect((await list([website.origin])).status()).toBe(200)

  const messages: { readonly sunbul: string }[] = []
  await page.exposeFunction('hear', (message: { sunbul: string }) => messages.push(message))
  await page.addInitScript(
    'if (parent === self) addEventListener("message", ({ data }) => data?.sunbul && window.hear(data))',
  )
  await page.goto(website.origin)
  const frame = page.frameLocator('iframe[title="Donate"]')
  const email = freshEmail('embed')
  await frame.getByLabel('Email', { exact: true }).fill(email)
  await frame.getByLabel('Name', { exact: true }).fill('Amina Yusuf')
  const card = frame.frameLocator('iframe[title="Card details"]')
  await expect(card.getByLabel('Card number')).toBeVisible()
  // Only the frame is checked, because the page around it belongs to the other website.
  await expectAccessible(page, 'iframe[title="Donate"]')
  await card.getByLabel('Card number').fill(cards.good)
  await card.getByLabel('Expiry date').fill('1234')
  await card.getByLabel('Security code').fill('123')
  // The payment is made, and its response is lost by a reload.
  let isPaid = false
  await page.route('**/api/donate/donate/*', async (route) => {
    await route.fetch()
    isPaid = true
  })
  const button = frame.getByRole('button', { name: /^Donate .*\d/ })
  // Chromium drops clicks just after the frame has moved.
  await expect(async () => {
    await button.click({ timeout: 1000 })
    await expect(() => expect(isPaid).toBe(true)).toPass({ timeout: 2000 })
  }).toPass()
  await page.reload()
  await expect(frame.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  const trail = frame.getByRole('link', { name: /^Follow your donation/ })
  await expect(trail).toHaveAttribute('href', /^\/receipts\/[^/]+\/trail\?token=./)
  await expectOneReceipt(request, email)
  expect(await receiptsTo(request, email)).toHaveLength(1)
  await expectOnePosting(email)
  expect(messages).toContainEqual({ sunbul: 'done' })
  for (const { sunbul, ...more } of messages) expect(Object.keys(more)).toEqual(sunbul === 'height' ? ['height'] : [])
  expect(await page.context().cookies()).toEqual([])

  const own = await browser.newContext({ baseURL: baseURL!, storageState: await owner.storageState() })
  const code = await own.newPage()
  await code.goto(`/organize/charities/${id}/embed`)
  await expect(code.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(code)
  await own.close()

  await list([])
  await page.reload()
  await expect(frame.getByRole('heading')).toHaveCount(0)
  await owner.dispose()
  website.close()
})
