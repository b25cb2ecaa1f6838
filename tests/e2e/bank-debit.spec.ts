import { expect, type APIRequestContext, test } from '@playwright/test'
import {
  anAddress,
  expectAccessible,
  freshEmail,
  openMessage,
  plainCampaign,
  clickDonate,
  problemsOf,
  untilAlive,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

const mailsTo = async (request: APIRequestContext, email: string): Promise<string[]> => {
  const answer = await request.get('/v4/dev/mails?limit=200')
  const { mails } = (await answer.json()) as { mails: { to: string; kind: string }[] }
  return mails.flatMap(({ to, kind }) => (to === email ? [kind] : [])).toSorted((one, two) => one.localeCompare(two))
}

test('a bank account pays days after the donation, and its receipt follows then [payments-26]', async ({
  page,
  request,
  baseURL,
}) => {
  const problems = problemsOf(page)
  const email = freshEmail('debit')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=53`)
  await untilAlive(page.locator('form.checkout'))
  await page.getByRole('radio', { name: 'Bank account' }).check()
  await expect(page.frameLocator('iframe[title="Bank account details"]').getByLabel('Test account')).toBeVisible()
  await expect(page.getByText(/By pressing Donate you authorize .+ to debit \W?\$\d+\.\d\d\W? once/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Layla Hassan')
  await clickDonate(page)
  await page.waitForURL(/\/thankyou\//)
  await expect(page.getByText('We’ve asked your bank for the payment.')).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveCount(0)
  await expect.poll(() => mailsTo(request, email)).toEqual(['bank-debit-started'])
  await page.reload()
  await expect(page.getByText('We’ve asked your bank for the payment.')).toBeVisible()

  const bank = new URL(baseURL!)
  bank.port = String(Number(bank.port) + 1)
  await request.post(new URL('/bank-debits/settle', bank).href)
  await expect.poll(() => mailsTo(request, email)).toEqual(['bank-debit-started', 'receipt'])
  await page.reload()
  await expect(page.getByText('Receipt sent to')).toContainText(email)
  expect(problems).toEqual([])
})

test('the mail about a returned debit opens the form as it was, with its texts [payments-26]', async ({
  page,
  request,
  baseURL,
}) => {
  const email = freshEmail('returned')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=54`)
  await untilAlive(page.locator('form.checkout'))
  await page.getByRole('radio', { name: 'Bank account' }).check()
  await page
    .frameLocator('iframe[title="Bank account details"]')
    .getByLabel('Test account')
    .selectOption({ value: '000222222227' })
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Layla Hassan')
  await openMessage(page)
  await page.locator('#customName').fill('Umm Zayd')
  await page.locator('#words').fill('May Allah accept it')
  await clickDonate(page)
  await page.waitForURL(/\/thankyou\//)
  const bank = new URL(baseURL!)
  bank.port = String(Number(bank.port) + 1)
  await request.post(new URL('/bank-debits/settle', bank).href)
  await expect.poll(() => mailsTo(request, email)).toEqual(['bank-debit-failed', 'bank-debit-started'])
  const { mails } = (await (await request.get('/v4/dev/mails?limit=200')).json()) as {
    mails: { id: string; to: string; kind: string }[]
  }
  const { id } = mails.find(({ to, kind }) => to === email && kind === 'bank-debit-failed')!
  const { plain } = (await (await request.get(`/v4/dev/mails/${id}`)).json()) as { plain: string }
  await page.goto(/https?:\/\/\S*[?&]debit=\S*/.exec(plain)![0])
  await untilAlive(page.locator('form.checkout'))
  await expect(page.locator('#words')).toHaveValue('May Allah accept it')
  await expect(page.locator('#words')).toBeVisible()
  await expect(page.locator('#customName')).toHaveValue('Umm Zayd')
})
