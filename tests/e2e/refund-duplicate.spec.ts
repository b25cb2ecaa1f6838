import { type APIRequestContext, expect, test } from '@playwright/test'
import { campaigns, expectAccessible, freshEmail, problemsOf } from './support.ts'

type Mail = { readonly id: string; readonly kind: string; readonly to: string; readonly plain: string }
/** Two visits make the same donation with one email; returns the link in the second receipt mail. */
async function duplicateLink(request: APIRequestContext, locale: string): Promise<string> {
  const email = freshEmail('duplicate')
  const campaign = (await campaigns(request)).find(({ currencyCode }) => currencyCode === 'USD')!
  for (const visit of ['first', 'second']) {
    const answer = await request.post(`/api/donate/donate/${campaign.id}`, {
      headers: { 'idempotency-key': `${email} ${visit}`, 'session-id': `${email} ${visit}`, 'accept-language': locale },
      data: {
        amount: '20',
        currency: 'USD',
        tokens: [{ type: 'card', token: 'pm_card_visa' }],
        guest: { email, name: 'Bilal Khan' },
      },
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const { mails } = (await (await request.get('/v4/dev/mails?limit=200')).json()) as { mails: Mail[] }
        for (const { id } of mails.filter(({ to }) => to === email)) {
          const { plain } = (await (await request.get(`/v4/dev/mails/${id}`)).json()) as Mail
          link ??= /\/refund-duplicate\?token=\S+/.exec(plain)?.[0]
        }
        return link
      },
      { timeout: 30_000 },
    )
    .toBeTruthy()
  return link!
}

test('the page that refunds a duplicate is accessible, in Arabic as well', async ({
  page,
  request,
  context,
  baseURL,
}) => {
  const problems = problemsOf(page)
  const link = await duplicateLink(request, 'ar')
  await page.goto(link)
  await expectAccessible(page)
  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'استرداد هذا التبرع' })).toBeVisible()
  await expectAccessible(page)
  expect(problems).toEqual([])
})
