import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { cards, fillCard, plainCampaign, clickDonate, summaryIn } from './support.ts'

test('a URL with capital letters or a trailing slash is the same page, and can be paid on', async ({
  page,
  request,
}) => {
  const slug = await plainCampaign(request)
  await page.goto(`/V4/Checkout/${slug}/?amount=50`)
  await expect(page).toHaveURL(`/v4/checkout/${slug}?amount=50`)
  await fillCard(page, cards.good)
  for (const path of ['/V4/Basket', '/v4/basket/', '/Account/Gifts', '/Login']) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect([response.status(), response.headers()['cache-control']]).toEqual([308, 'no-store'])
  }
  expect((await request.get('/scheduled-giving/ramadan/')).status()).toBe(200)
})

test('an account’s stored name and newsletter preference win over the browser’s', async ({ page, request }) => {
  const slug = await plainCampaign(request)
  const person = {
    email: `spellings-${randomUUID()}@example.org`,
    password: 'ears of grain, seven',
    firstName: 'Wafa',
    lastName: 'Karim',
  }
  await page.goto('/v4')
  const origin = new URL(page.url()).origin
  expect((await page.request.post('/v4/signup', { headers: { origin }, data: person })).status()).toBe(200)
  await page.evaluate(() =>
    localStorage.setItem(
      'checkoutPreferences',
      JSON.stringify({ version: 1, value: { anonymous: false, newsletter: true, tipChoice: '5' } }),
    ),
  )
  const anonymous = page.getByLabel('Give anonymously')
  const newsletter = page.getByLabel(/^Send me the .*newsletter/)
  await page.goto(`/v4/checkout/${slug}`)
  // Nothing is stored yet: this browser's preference applies.
  await expect(newsletter).toBeChecked()
  expect(
    (
      await page.request.post('/api/user/properties', {
        headers: { origin },
        data: { giveAnonymously: true, newsletter: false },
      })
    ).status(),
  ).toBe(200)
  await page.reload()
  await expect(page.getByLabel('5%', { exact: false }).first()).toBeChecked()
  await expect(anonymous).toBeChecked()
  await expect(newsletter).not.toBeChecked()
})

test('a form left open after logging out elsewhere charges nothing and says the session has ended', async ({
  page,
  request,
}) => {
  const slug = await plainCampaign(request)
  const person = {
    email: `left-${randomUUID()}@example.org`,
    password: 'ears of grain, seven',
    firstName: 'Layla',
    lastName: 'Karim',
  }
  await page.goto('/v4')
  const origin = new URL(page.url()).origin
  expect((await page.request.post('/v4/signup', { headers: { origin }, data: person })).status()).toBe(200)
  await page.goto(`/v4/checkout/${slug}`)
  const receipt = page.getByLabel('I want a tax receipt')
  if (await receipt.isVisible()) await receipt.uncheck()
  await fillCard(page, cards.good)
  expect((await page.request.post('/v4/logout', { headers: { origin }, data: {} })).status()).toBe(200)
  await clickDonate(page)
  await expect(summaryIn(page).filter({ hasText: 'Your session has ended. Please log in again.' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
})
