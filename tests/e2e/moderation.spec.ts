import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { aPdf } from '../support/upload-corpus.ts'
import { expectAccessible, freshEmail, giveByApi, problemsOf, summaryIn } from './support.ts'

const password = 'sunbul-demo-2026'
const slug = 'a-school-van-for-umerkot'

/** A logged-in browser of a user. */
async function browserOf(
  browser: Browser,
  baseURL: string | undefined,
  email: string,
  over: object = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL!, ...over })
  expect((await context.request.post('/v4/login', { data: { email, password } })).ok()).toBe(true)
  return context.newPage()
}
const campaignId = async (request: APIRequestContext): Promise<string> =>
  ((await (await request.get(`/v4/campaign-pages/${slug}`)).json()) as { id: string }).id

/** Mails of one kind to an address, newest first, as plain text. */
async function mailsTo(request: APIRequestContext, to: string, kind: string): Promise<string[]> {
  const { mails } = (await (await request.get('/v4/dev/mails?limit=200')).json()) as {
    mails: { id: string; to: string; kind: string }[]
  }
  return Promise.all(
    mails
      .filter((mail) => mail.to === to && mail.kind === kind)
      .map(async ({ id }) => ((await (await request.get(`/v4/dev/mails/${id}`)).json()) as { plain: string }).plain),
  )
}

test('a report sent without scripts becomes a case, decided by keyboard and mailed to the organizer', async ({
  browser,
  baseURL,
  request,
}) => {
  const visitor = await (await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })).newPage()
  await visitor.goto(`/v4/campaign/${slug}/report`)
  await visitor.getByRole('button', { name: 'Send report' }).click()
  await expect(summaryIn(visitor)).toContainText('Choose what is wrong.')
  await visitor.getByRole('radio', { name: 'It says something that is not true' }).check()
  await visitor.getByLabel('What should we know?').fill('The van was bought last year.')
  await visitor.getByRole('button', { name: 'Send report' }).click()
  await expect(visitor.getByRole('heading', { name: 'Thank you. We’ll look into it.' })).toBeVisible()

  const page = await browserOf(browser, baseURL, 'admin@example.org')
  const problems = problemsOf(page)
  await page.goto('/staff?kind=report')
  const link = page.getByRole('link', { name: 'A school van for the girls of Umerkot' })
  // The page may still be hydrating.
  await expect(async () => {
    await page.locator('h1').click()
    for (let step = 0; step < 5 && !(await link.evaluate((element) => element === document.activeElement)); step++)
      await page.keyboard.press('j')
    await expect(link).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'A school van for the girls of Umerkot' })).toBeVisible()
  await expect(page.getByText('The van was bought last year.')).toBeVisible()
  await expectAccessible(page)

  const reason = page.getByLabel('Reason', { exact: true })
  await expect(async () => {
    await page.getByLabel('Shortcuts are on').uncheck()
    await page.locator('h1').click()
    await page.keyboard.press('r')
    await expect(page.getByRole('radio', { name: /Ask for a change/ })).not.toBeChecked()
    await page.getByLabel('Shortcuts are on').check()
    await page.locator('h1').click()
    await page.keyboard.press('r')
    await expect(reason).toBeFocused({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('radio', { name: /Ask for a change/ })).toBeChecked()
  await page.keyboard.type('A junior reader agrees.')
  await expect(reason).toHaveValue('A junior reader agrees.')
  await page.getByLabel('Paragraph for the email').selectOption('claims')
  await page.getByLabel('Your message in the email').fill('Please add the bill.')
  await page.getByRole('button', { name: 'Submit decision' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'The case is decided.' })).toBeVisible()
  await page.goto('/staff?kind=report')
  await expect(link).toHaveCount(0)
  const [mail] = await mailsTo(request, 'sana@example.org', 'moderation-report-warn')
  expect(mail).toContain('The page makes a claim that can’t be verified.')
  expect(mail).toContain('Please add the bill.')
  expect(mail).not.toContain('junior reader')
  await page.goto('/staff?state=decided')
  // The list is shared, so decisions of other tests can be above.
  await expect(
    page.getByRole('article').filter({ has: link, hasText: /Decided by .*: Ask for a change/ }),
  ).not.toHaveCount(0)
  expect(problems).toEqual([])
})

test('a visitor reports words of support in place, and staff decide on what they read', async ({
  browser,
  baseURL,
  request,
}) => {
  const campaign = (await (await request.get(`/v4/campaign-pages/${slug}`)).json()) as { id: string; currency: string }
  const donation = await giveByApi<{ id: string; guest: { id: string; token: string } }>(request, campaign.id, {
    amount: '23',
    currency: campaign.currency,
    guest: { email: freshEmail('words'), name: 'Guest' },
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
  })
  // The time is written in letters, because words with many digits are held as possible phone numbers.
  const comment = `May it last, ${donation.id.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`
  const headers = { authorization: `Bearer ${donation.guest.token}` }
  const response = await request.post('/v4/donations/comment', {
    data: { userId: donation.guest.id, donationId: donation.id, comment, userDisplayName: 'Umm Yusuf' },
    headers,
  })
  const { id } = (await response.json()) as { id: string }

  const visitor = await (await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })).newPage()
  const words = visitor.locator('.comment-list li').filter({ hasText: comment })
  await expect(async () => {
    await visitor.goto(`/v4/campaign/${slug}?src=${Date.now()}`)
    await expect(words).toHaveCount(1, { timeout: 100 })
  }).toPass()
  await words.getByRole('link', { name: 'Report: Umm Yusuf' }).click()
  await expect(visitor.getByRole('heading', { name: 'Report words of support' })).toBeVisible()
  await visitor.getByRole('radio', { name: 'Advertising or spam' }).check()
  await visitor.getByRole('button', { name: 'Send report' }).click()
  await expect(visitor.getByRole('heading', { name: 'Thank you. We’ll look into it.' })).toBeVisible()

  const page = await browserOf(browser, baseURL, 'admin@example.org')
  await page.goto('/staff?kind=comment')
  await page.getByRole('link', { name: 'A school van for the girls of Umerkot' }).first().click()
  await expect(page.getByText(comment)).toBeVisible()
  const changed = await request.patch(`/v4/campaigns/${campaign.id}/comments/${id}`, {
    data: { comment: 'Buy cheap watches' },
    headers,
  })
  expect(changed.ok(), await changed.text()).toBe(true)
  await page.getByRole('radio', { name: /^Keep/ }).check()
  await page.getByLabel('Reason', { exact: true }).fill('A kind comment.')
  await page.getByRole('button', { name: 'Submit decision' }).click()
  await expect(summaryIn(page)).toContainText('has changed since you opened this case')
  await expect(page.getByText('watches')).toBeVisible()
  await expect(page.getByLabel('Reason', { exact: true })).toHaveValue('A kind comment.')
  await expectAccessible(page)
  await page.getByRole('radio', { name: /^Hide/ }).check()
  await page.getByRole('button', { name: 'Submit decision' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The case is decided.' })).toBeVisible()
})

test('an organizer requests zakat verification, a reviewer grants it without scripts, and revokes it', async ({
  browser,
  baseURL,
  request,
}) => {
  const id = await campaignId(request)
  const sana = await browserOf(browser, baseURL, 'sana@example.org', { viewport: { width: 390, height: 844 } })
  await sana.goto(`/organize/${id}/zakat`)
  await expectAccessible(sana)
  await sana.getByRole('button', { name: 'Request verification' }).click()
  await expect(summaryIn(sana)).toContainText('Choose at least one of the eight categories.')
  await sana.getByLabel('The poor (al-fuqara)').check()
  await sana.getByLabel('The needy (al-masakin)').check()
  await sana
    .getByLabel('How does it reach them?')
    .fill('The van takes girls of families whom the school knows to be poor.')
  await sana.getByLabel('Links to evidence').fill('https://umeed-trust.example/van')
  await sana.getByLabel('File', { exact: true }).setInputFiles({
    name: 'letter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<script>alert(1)</script>'),
  })
  await sana.getByLabel('Description of the file').fill('A letter of the school')
  await sana.getByRole('button', { name: 'Add file' }).click()
  await expect(summaryIn(sana)).toContainText('We can’t read this file. Please choose a PDF or a picture.')
  await expectAccessible(sana)
  for (const [name, description] of [
    ['letter.pdf', 'A letter of the school'],
    ['list.pdf', 'A list by mistake'],
  ] as const) {
    await sana
      .getByLabel('File', { exact: true })
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: aPdf(`% ${name}`) })
    await sana.getByLabel('Description of the file').fill(description)
    await sana.getByRole('button', { name: 'Add file' }).click()
    await expect(sana.getByRole('status')).toContainText('The file is added.')
  }
  await sana.getByRole('button', { name: /^Remove: .*A list by mistake/ }).click()
  await expect(sana.getByRole('status')).toContainText('The file is removed.')
  await expect(sana.getByLabel('How does it reach them?')).toHaveValue(/girls of families/)
  await expect(sana.getByLabel('The poor (al-fuqara)')).toBeChecked()
  await expectAccessible(sana)
  await sana.getByRole('button', { name: 'Request verification' }).click()
  await expect(sana.getByRole('heading', { name: 'We’re reviewing your request' })).toBeVisible()
  await expectAccessible(sana)

  const page = await browserOf(browser, baseURL, 'admin@example.org', { javaScriptEnabled: false })
  await page.goto('/staff?kind=zakat')
  await page.getByRole('link', { name: 'A school van for the girls of Umerkot' }).click()
  const letter = page.getByRole('link', { name: 'A letter of the school' })
  const answer = await page.request.get((await letter.getAttribute('href'))!)
  expect([answer.headers()['content-disposition'], await answer.text()]).toEqual([
    'attachment; filename="evidence-1.pdf"',
    aPdf('% letter.pdf').toString(),
  ])
  expect((await sana.request.get((await letter.getAttribute('href'))!)).status()).toBe(403)
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await expect(page.getByText('This case is assigned to you.')).toBeVisible()
  await page.getByLabel('A note for colleagues').fill('Called the school.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Called the school.')).toBeVisible()
  await page.getByRole('radio', { name: /Verify for zakat/ }).check()
  await page.getByLabel('The needy (al-masakin)').uncheck()
  await page.getByRole('button', { name: 'Submit decision' }).click()
  await expect(summaryIn(page)).toContainText('Enter a reason.')
  await expect(page.getByLabel('The needy (al-masakin)')).not.toBeChecked()
  await page.getByLabel('Reason', { exact: true }).fill('The school keeps the list.')
  await page.getByRole('button', { name: 'Submit decision' }).click()
  await expect(summaryIn(page)).toContainText('Enter the scholar or board that ruled.')
  await page.getByLabel('Issued by').fill('Dr Maryam Haddad')
  await page.getByLabel('Date of the ruling').fill('2026-01-15')
  await page.getByLabel('Shafi’i').check()
  await page.getByLabel('Ruling document').selectOption({ label: 'A letter of the school' })
  await page.getByRole('button', { name: 'Submit decision' }).click()
  await expect(page.getByText('The case is decided.')).toBeVisible()
  const verification = async () =>
    ((await (await request.get(`/v4/campaigns/${id}/zakat-verification`)).json()) as { verification: object | null })
      .verification
  expect(await verification()).toMatchObject({
    categories: ['poor'],
    schools: ['shafii'],
    ruledBy: 'Dr Maryam Haddad',
    verifiedBy: 'Idris Keller',
  })
  await sana.reload()
  await expect(sana.getByRole('heading', { name: /^Verified until/ })).toBeVisible()
  expect(await mailsTo(request, 'sana@example.org', 'moderation-zakat-approve')).toHaveLength(1)

  await page.goto('/staff/zakat')
  await page.getByRole('link', { name: /Revoke the verification of .*A school van/ }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(summaryIn(page)).toContainText('Enter a reason.')
  await page.getByLabel('Reason', { exact: true }).fill('The list was lost.')
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The verification is revoked')).toBeVisible()
  expect(await verification()).toBeNull()
})

test('an admin gives a role, whose holder sees only their part of the staff area; donors find none', async ({
  browser,
  baseURL,
  request,
}) => {
  const admin = await browserOf(browser, baseURL, 'admin@example.org')
  const colleague = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await colleague.goto('/staff')
  await expect(colleague).toHaveURL(/\/login\?redirectUrl=%2Fstaff/)
  const email = freshEmail('colleague')
  const data = { email, password, firstName: 'Maryam', lastName: 'Noor', redirectUrl: '/account' }
  expect((await colleague.request.post('/v4/signup', { data })).ok()).toBe(true)
  let letter = ''
  await expect(async () => {
    ;[letter = ''] = await mailsTo(request, email, 'confirm-email')
    expect(letter).not.toBe('')
  }).toPass()
  await colleague.goto(/https?:\/\/\S+confirm-email\S+/.exec(letter)![0])
  await colleague.getByRole('button', { name: 'Yes, it’s mine' }).click()
  await colleague.waitForURL(/account/)
  for (const path of [
    '/staff',
    '/staff/people',
    '/staff/audit',
    '/staff/zakat',
    '/staff/cases/00000000-0000-7000-8000-000000000000',
  ])
    expect((await colleague.goto(path))!.status(), path).toBe(404)

  await admin.goto('/staff/people')
  await admin.getByLabel('Account email').fill(freshEmail('unknown'))
  await admin.getByRole('button', { name: 'Find' }).click()
  await expect(summaryIn(admin)).toContainText('No account has this email address.')
  await admin.getByLabel('Account email').fill(email)
  await admin.getByRole('button', { name: 'Find' }).click()
  const card = admin.getByRole('article', { name: 'Maryam Noor' })
  await card.getByRole('checkbox', { name: /^Support/ }).check()
  await expectAccessible(admin)
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('The account has to log in again.')).toBeVisible()

  await colleague.goto('/account')
  await expect(colleague).toHaveURL(/\/login/)
  expect((await colleague.request.post('/v4/login', { data: { email, password } })).ok()).toBe(true)
  await colleague.goto('/account')
  await colleague.getByRole('link', { name: 'Staff dashboard' }).click()
  await expect(colleague.getByRole('heading', { level: 2, name: 'Queue' })).toBeVisible()
  await expect(colleague.getByRole('link', { name: 'People' })).toHaveCount(0)
  expect((await colleague.goto('/staff/people'))!.status()).toBe(404)

  await admin.goto('/staff/audit?act=identity.roles-changed')
  await expect(admin.getByRole('listitem').filter({ hasText: 'changed roles' }).first()).toBeVisible()
  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit.csv')
})
