import { type APIRequestContext, type Browser, expect, test } from '@playwright/test'
import {
  anAddress,
  cards,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  fillDonor,
  freshEmail,
  clickDonate,
  problemsOf,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

const pdf = (name: string) => ({
  name: `${name}.pdf`,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    `%PDF-1.4\n% ${name} ${Math.random()}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  ),
})

async function signedIn(browser: Browser, baseURL: string | undefined, email: string) {
  const context = await browser.newContext({ baseURL: baseURL! })
  expect((await context.request.post('/v4/login', { data: { email, password: 'sunbul-demo-2026' } })).ok()).toBe(true)
  return context
}

type Case = { id: string; campaign: string }
type Look = { seen: string; charity: { checklist: { line: string }[] } }
const look = async (request: APIRequestContext, id: string) =>
  (await (await request.get(`/v4/staff/cases/${id}`)).json()) as Look

test('a charity signs up, two of staff verify it, and it gets its first donation on its own page', async ({
  browser,
  baseURL,
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const problems = problemsOf(page)
  const owner = await signedIn(browser, baseURL, 'amina@example.org')
  const own = await owner.newPage()
  const name = `Zuhur ${Math.random().toString(36).slice(2, 8)}`
  await own.goto('/organize/charities/new')
  await own.getByLabel('Public name').fill(name)
  await own.getByLabel('Country of registration').selectOption('GB')
  await own.getByLabel('Time zone').selectOption('Europe/London')
  await own.getByLabel('Currency of the general fund').selectOption('GBP')
  await own.getByRole('button', { name: 'Create draft' }).click()
  await expect(own.getByRole('heading', { name: 'Check what you can’t change later' })).toBeFocused()
  await expectAccessible(own)
  await own.getByRole('button', { name: 'These are right, create the draft' }).click()
  await expect(own.getByRole('heading', { level: 1 })).toContainText(name)
  const id = /charities\/(\d+)/.exec(own.url())![1]!
  const slug = name.toLowerCase().replace(' ', '-')
  expect((await page.goto(`/organizations/${slug}`))!.status()).toBe(404)

  await own.getByLabel('Legal name').fill(name)
  await own.getByLabel('Legal form').selectOption('charity')
  await own.getByLabel('Register', { exact: true }).selectOption('ccew')
  await own.getByLabel('Number in the register').fill(String(1_100_000 + Number(id)))
  await own.getByLabel('Registered address').fill('4 Sample Lane\nLeicester')
  await own.getByLabel('Website').fill('https://zuhur.example')
  for (const [place, [fullName, office]] of [
    ['Maryam Anwar', 'Chair'],
    ['Yusuf Demir', 'Treasurer'],
  ].entries()) {
    await own.getByLabel('Full name').nth(place).fill(fullName!)
    await own.getByLabel('Office').nth(place).fill(office!)
    await own.getByLabel('Month of birth').nth(place).selectOption('5')
    await own.getByLabel('Year of birth').nth(place).fill('1975')
    await own.getByLabel('Country of residence').nth(place).selectOption('GB')
  }
  await own.getByRole('button', { name: 'Save draft' }).click()
  await expect(own.getByText('Saved').first()).toBeVisible()
  for (const kind of ['extract', 'authority']) {
    await own.getByLabel('Document type').selectOption(kind)
    await own.getByLabel('File', { exact: true }).setInputFiles(pdf(kind))
    await own.getByRole('button', { name: 'Add document' }).click()
    await expect(own.getByRole('status').first()).toContainText('added')
  }
  await own.getByRole('button', { name: 'Send for review' }).click()
  await expect(own.getByText('Sent. We’ll email you the decision.')).toBeVisible()

  const [first, second] = [
    await signedIn(browser, baseURL, 'admin@example.org'),
    await signedIn(browser, baseURL, 'reviewer@example.org'),
  ]
  const caseOf = async () => {
    const { cases } = (await (await first.request.get('/v4/staff/cases?kind=charity')).json()) as { cases: Case[] }
    return cases.find(({ campaign }) => campaign.includes(name))
  }
  await expect.poll(async () => (await caseOf())?.id, { timeout: 60_000 }).toBeDefined()
  const caseId = (await caseOf())!.id
  const { seen, charity } = await look(first.request, caseId)
  const checks = Object.fromEntries(charity.checklist.map(({ line }) => [line, 'yes']))
  const checked = await first.request.put(`/v4/staff/cases/${caseId}/checklist`, {
    data: { seen, checks, recommendation: 'verify' },
  })
  expect(checked.ok(), await checked.text()).toBe(true)
  const decided = await second.request.post(`/v4/staff/cases/${caseId}/decision`, {
    data: { seen: (await look(second.request, caseId)).seen, decision: 'verify', reason: 'Compared.' },
  })
  expect(decided.ok(), await decided.text()).toBe(true)

  await page.goto(`/organizations/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Charity Commission for England and Wales')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Monthly' })).toBeAttached()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Donate', exact: true }).click()
  const email = freshEmail('first-gift')
  await page.getByRole('radio', { name: 'No tip' }).check()
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await expectOneReceipt(request, email)).toContain(name)
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  for (const context of [owner, first, second]) await context.close()
})
