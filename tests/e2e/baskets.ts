import { expect, type Locator, type Page, test } from '@playwright/test'
import { campaigns, fillCard } from './support.ts'

export type Card = Awaited<ReturnType<typeof campaigns>>[number] & { name: string }
type View = {
  id: string
  version: number
  userId: string | null
  currency: string
  tipAmount: number
  items: { id: string; projectId: string; amount: number }[]
}

export async function call(page: Page, method: string, path: string, data?: object): Promise<View> {
  const answer = await page.request.fetch(`/v4/checkout/${path}`, { method, ...(data ? { data } : {}) })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as View
}

/** Fundraisers of the demo in a currency. */
export const inCurrency = async (page: Page, currency: string) =>
  (await campaigns(page.request)).filter((card) => card.currencyCode === currency) as Card[]

export const itemOf = (card: Card, over: object = {}) => ({
  projectId: card.id,
  amount: 2000,
  currency: card.currencyCode,
  ...over,
})

/** A guest's basket in this browser, with these lines. */
export async function aBasket(
  page: Page,
  items: readonly object[],
  { currency = 'USD', ...edit }: { currency?: string; tipAmount?: number } = {},
): Promise<View> {
  const { id } = await call(page, 'POST', 'guest/baskets', { currency })
  for (const item of items) await call(page, 'POST', `guest/baskets/${id}/items`, { item })
  return call(page, 'PATCH', `guest/baskets/${id}`, edit)
}

export async function twoCauses(
  page: Page,
  over: object = {},
  currency: 'USD' | 'CAD' = 'USD',
): Promise<readonly [Card, Card, View]> {
  const [first, second] = (await inCurrency(page, currency)) as [Card, Card]
  return [first, second, await aBasket(page, [itemOf(first, over), itemOf(second, { amount: 3500 })], { currency })]
}

/** Sets the visitor's country to Canada, where a tax receipt needs the donor's address. */
export const setCountryToCanada = (page: Page) =>
  page.context().addCookies([{ name: 'country', value: 'CA', url: test.info().project.use.baseURL! }])

export async function donorGives(page: Page, email: string, card: string): Promise<void> {
  await page.getByRole('radio', { name: 'No tip' }).check()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Amina Yusuf')
  await fillCard(page, card)
}

export const saved = (page: Page) => page.getByText('Saved', { exact: true })
export const donateButtonFor = (page: Page, amount: string) =>
  page.getByRole('button', { name: new RegExp(`^Donate \\W?${amount.replace('$', '\\$').replace('.', '\\.')}`) })

/** A Canadian address, without its province. */
export async function typeAddress(line: Locator): Promise<void> {
  await line.getByLabel('First name').fill('Amina')
  await line.getByLabel('Last name').fill('Yusuf')
  await line.getByLabel('Country').selectOption('CA')
  await line.getByLabel('Address', { exact: true }).fill('1 Main Street')
  await line.getByLabel('City', { exact: true }).fill('Toronto')
  await line.getByLabel('Postal code').fill('M5V 2T6')
}

/** Unfolds the zakat and tax options of a line. */
export const openOptions = (line: Locator) => line.locator('.basket-line-more > summary').click()
