import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundsServer } from '#modules/money/refunds/index-server.ts'
import { campaignPage, donate, plainCampaign, signUp, summaryIn } from './demo.ts'
import type { Page } from './page.ts'
import { createSite, demoTimeout, demoPassword, freshEmail, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await createSite()
}, demoTimeout)
afterAll(() => site.close())

test('an admin adds a charity, verifies it, and invites its first owner', async () => {
  const page = await site.loggedIn('admin@example.org')
  await page.goto('/staff/charities')
  await page.getByRole('link', { name: 'Add a charity' }).click()
  page.getByLabel('Name', { exact: true }).fill('Bayt al-Khayr')
  page.getByLabel('Country').selectOption('GB')
  await page.getByRole('button', { name: 'Add charity' }).click()
  expect(summaryIn(page)).toContainText('Enter the registration number. It’s printed on receipts.')
  expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bayt al-Khayr')
  expect(page.getByLabel('Country')).toHaveValue('GB')

  const slug = 'bayt-al-khayr'
  page.getByLabel('Description').fill('Meals for students. Every evening of the term.')
  page.getByLabel('Registration number').fill('Charity no. 0000199 (demo)')
  page.getByLabel('Registered address').fill('1 Long Row\nNottingham\nNG1 2DH')
  page.getByLabel('Email of the charity').fill('office@bayt.example')
  page.getByLabel('Page address').fill(slug)
  page.getByLabel('Time zone').selectOption('Europe/London')
  page.getByLabel('Wording of receipts').selectOption('uk')
  page.getByLabel('Currency of its general fund').selectOption('GBP')
  page.getByLabel('Main cause of its general fund').selectOption('food')
  await page.getByRole('button', { name: 'Add charity' }).click()
  expect(page.getByRole('heading', { name: 'Check what can’t be changed later' })).toBeVisible()
  await page.getByRole('button', { name: 'These are right, add the charity' }).click()
  expect(page.getByRole('status')).toHaveText('Added. Now invite its first owner.')

  page.getByLabel('Status').selectOption('verified')
  page.getByLabel('Last day').fill('2020-01-01')
  await page.getByRole('button', { name: 'Set verification' }).click()
  expect(summaryIn(page)).toContainText('Choose a date that isn’t in the past.')
  page.getByLabel('Last day').fill('')
  await page.getByRole('button', { name: 'Set verification' }).click()
  expect(
    page.getByText('Proposed: Verified, usual end. To confirm it, another member of staff must set the same.'),
  ).toBeVisible()
  expect(page.getByText('If you work alone')).toBeVisible()
  const reviewer = await site.loggedIn('reviewer@example.org')
  await reviewer.visitor.call('PUT', `${page.url.pathname.replace('/staff', '/v4/staff')}/verification`, {
    state: 'verified',
  })
  await page.goto(page.url.pathname)
  expect(page.getByText('✓ Verified')).toBeVisible()

  await page.getByRole('button', { name: 'Send invitation' }).click()
  expect(summaryIn(page).getByRole('link')).toHaveAttribute('href', '#ownerEmail')
  const owner = freshEmail('owner')
  page.getByLabel('Owner’s email').fill(owner)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  expect(page.getByText(`${owner}`)).toBeVisible()
  const [mail] = await site.mailsTo(owner)
  expect(mail).toMatchObject({ kind: 'team-invitation', subject: expect.stringContaining('Bayt al-Khayr') })

  page.getByLabel('Name', { exact: true }).fill('Bayt al-Khayr Trust')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(page.getByRole('heading', { level: 1 })).toHaveText('Bayt al-Khayr Trust')
  await page.getByRole('link', { name: 'View page' }).click()
  expect(page).toHaveURL(`/v4/campaign/${slug}`)
  expect(page.getByRole('heading', { level: 1 })).toHaveText('Bayt al-Khayr Trust')
  expect(page.getByRole('button', { name: 'Donate' }).first()).toBeVisible()
}, 60_000)

test('an owner proves a domain and chooses it for the public address [pages-16]', async () => {
  const page = await site.loggedIn('sana@example.org')
  await page.goto('/organize')
  await page.locator('a[href^="/organize/charities/"]', { hasText: 'Noor of Bradford' }).click()
  await page.getByRole('link', { name: 'Your own domains' }).first().click()
  const path = page.url.pathname
  page.getByLabel('Domain', { exact: true }).fill('org.uk')
  await page.getByRole('button', { name: 'Add domain' }).click()
  expect(summaryIn(page).getByRole('link')).toHaveAttribute('href', '#host')
  expect(page.getByLabel('Domain', { exact: true })).toHaveValue('org.uk')
  page.getByLabel('Domain', { exact: true }).fill('https://Give.Umeed.test/')
  await page.getByRole('button', { name: 'Add domain' }).click()
  expect(page.getByText('The domain was added. Now add its TXT record.')).toBeVisible()
  const domain = page.getByRole('region', { name: 'give.umeed.test' })
  expect(domain.getByText('Waiting for the TXT record')).toBeVisible()
  expect(domain.getByLabel('Name', { exact: true })).toHaveValue('_sunbul.give.umeed.test')
  await domain.getByRole('button', { name: 'Check now' }).click()
  expect(domain.getByText('We didn’t find this record in the latest check.')).toBeVisible()
  await domain.getByRole('link', { name: 'Set this record in the demo' }).click()
  await page.getByRole('button', { name: 'Save record' }).click()
  expect(page.getByRole('button', { name: 'Remove _sunbul.give.umeed.test' })).toBeVisible()
  await page.goto(path)
  await domain.getByRole('button', { name: 'Check now' }).click()
  expect(domain.getByText('Verified', { exact: true })).toBeVisible()
  await domain.getByRole('button', { name: 'Use for the public address' }).click()
  expect(domain.getByText('Public address', { exact: true })).toBeVisible()
  await domain.getByRole('button', { name: 'Remove the domain' }).click()
  expect(page.getByText('Your charity has no domain yet.')).toBeVisible()
})

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

test('an admin previews and proposes a month’s announced start; an impossible one shows an error', async () => {
  const page = await site.loggedIn('admin@example.org')
  await page.goto('/staff/calendar')
  page.getByLabel('Group of countries').selectOption('MA')
  await page.getByRole('button', { name: 'Show' }).click()
  const last = page.getByLabel('Month', { exact: true }).locator('option').last().attribute('value')!
  const year = Number(last.split('-')[0])
  const { months } = await page.visitor.call<{
    months: { month: number; startsOn: string; days: number; isAnnounced: boolean }[]
  }>('GET', `/v4/hijri/months?calendar=MA&year=${year}`)
  // A day later is possible for a month of thirty days that follows one of twenty-nine.
  const later = months.find(({ month, days }) => month > 1 && days === 30 && months[month - 2]!.days === 29)!
  const write = async (startsOn: string) => {
    page.getByLabel('Month', { exact: true }).selectOption(`${year}-${later.month}`)
    page.getByLabel('First day').fill(startsOn)
    page.getByLabel('Announced by').fill('Ministry of Habous')
    await page.getByRole('button', { name: 'Preview' }).click()
  }
  await write(dayAfter(later.startsOn, 5))
  expect(summaryIn(page)).toContainText(
    'A month can begin at most one day before and two days after the calculated date.',
  )
  expect(page.getByLabel('Announced by')).toHaveValue('Ministry of Habous')
  await write(dayAfter(later.startsOn, 1))
  expect(page.getByRole('status')).toContainText('emailed')
  await page.getByRole('button', { name: 'Propose announcement' }).click()
  expect(page.getByRole('status')).toHaveText('Proposed. Another admin must confirm it.')
  expect(page.getByLabel('Group of countries')).toHaveValue('MA')
  const proposal = page.getByRole('listitem').filter({ hasText: 'Ministry of Habous' })
  expect(proposal.getByRole('button', { name: 'Confirm and announce' })).toHaveCount(0)
  await proposal.getByRole('button', { name: /^Withdraw/ }).click()
  expect(page.getByRole('listitem').filter({ hasText: 'Ministry of Habous' })).toHaveCount(0)
})

const featured = async (page: Page, spot: string): Promise<string[]> =>
  (
    await page.visitor.call<{ results: { slug: string }[] }>('GET', `/v4/discovery/featured?adSpotType=${spot}&limit=3`)
  ).results.map(({ slug }) => slug)

test('staff feature a fundraiser in one place, and visitors see it first only there', async () => {
  const page = await site.loggedIn('admin@example.org')
  const general = await featured(page, 'general')
  await page.goto('/staff/featured')
  page.getByLabel('Ad spot').selectOption('event')
  await page.getByRole('button', { name: 'Show' }).click()
  const fundraisers = page.getByRole('region', { name: 'Fundraisers' })
  await fundraisers.getByRole('button', { name: 'Add' }).click()
  expect(summaryIn(page)).toContainText('Enter the address or number of a fundraiser, or a link to it.')
  for (const typed of ['the-night-bakery', `${site.origin}/v4/campaign/a-school-van-for-umerkot`]) {
    fundraisers.getByLabel('Add a fundraiser').fill(typed)
    await fundraisers.getByRole('button', { name: 'Add' }).click()
  }
  expect(page.getByRole('status')).toContainText('is now in position 2.')
  await fundraisers.getByRole('button', { name: /^Move up/ }).press('Enter')
  expect(page.getByRole('status')).toContainText('is now in position 1.')
  expect((await featured(page, 'event')).slice(0, 2)).toEqual(['a-school-van-for-umerkot', 'the-night-bakery'])
  expect(await featured(page, 'general')).toEqual(general)
  for (let left = 2; left > 0; left--)
    await fundraisers
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
  expect(fundraisers.getByText('Nothing is featured here yet')).toBeVisible()
  expect(await featured(page, 'event')).toEqual(general)
})

test('staff upload a picture for a card in one ad spot; other roles find no such page', async () => {
  const page = await site.loggedIn('admin@example.org')
  await page.goto('/staff/ads')
  page.getByLabel('Upload a picture').setInputFiles(new File([picture], 'van.png', { type: 'image/png' }))
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  expect(page.getByText('The picture is uploaded.')).toBeVisible()
  page.getByRole('textbox', { name: 'Fundraiser' }).fill('a-school-van-for-umerkot')
  page.getByLabel('Ad spot').selectOption('event')
  await page.getByRole('button', { name: 'Add' }).click()
  expect(page.getByRole('status')).toContainText('Saved.')
  const cards = async () =>
    (
      await page.visitor.call<{ results: { adVariants: { creativeUrl: string }[] }[] }>(
        'GET',
        '/v4/discovery/cards?q=umerkot&adSpotType=event',
      )
    ).results
  const [card] = await cards()
  expect(card!.adVariants).toHaveLength(1)
  expect((await page.visitor.send(card!.adVariants[0]!.creativeUrl)).status).toBe(200)
  await page.goto('/staff/ads')
  page.getByLabel('URL of the picture').fill('https://media.example/film.mp4')
  page.getByRole('textbox', { name: 'Fundraiser' }).fill('a-school-van-for-umerkot')
  await page.getByRole('button', { name: 'Add' }).click()
  expect(summaryIn(page)).toContainText('starts with /media/ or /art/')
  // The cards of a list that uses an ad spot show its variants.
  for (const [spot, path] of [
    ['general', '/v4/discover?q=umerkot'],
    ['home', '/v4'],
  ] as const) {
    await page.goto(path)
    const locator = page.locator('.campaign-card').first()
    const slug = /campaign\/([^?]+)/.exec(locator.getByRole('heading').getByRole('link').attribute('href')!)![1]!
    await page.goto('/staff/ads')
    page.getByLabel('URL of the picture').fill('/art/of-this-spot.webp?c=food')
    page.getByRole('textbox', { name: 'Fundraiser' }).fill(slug)
    page.getByLabel('Ad spot').selectOption(spot)
    await page.getByRole('button', { name: 'Add' }).click()
    expect(page.getByRole('status')).toContainText('Saved.')
    await page.goto(path)
    expect(locator.locator('.campaign-card-picture img')).toHaveAttribute('src', '/art/of-this-spot.webp?c=food&w=480')
    await page.goto('/staff/ads')
    await page
      .locator('.desk-list > li')
      .filter({ has: page.locator('input[name=url][value*=of-this-spot]') })
      .getByRole('button', { name: /^Remove/ })
      .click()
    expect(page.getByRole('status')).toContainText('Removed.')
  }
  await page.getByRole('button', { name: /^Remove: .*school van.*Picture 1/ }).click()
  expect(page.getByRole('status')).toContainText('Removed.')
  expect((await cards())[0]!.adVariants).toEqual([])

  const donor = await site.loggedIn('amina@example.org')
  for (const path of ['/staff/featured', '/staff/lists', '/staff/lists/new-event', '/staff/ads'])
    expect(await donor.goto(path), path).toBe(404)
}, 60_000)

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a case is assigned to a colleague, who opens it from the mail', async () => {
  const { id } = await campaignPage(site.visitor(), 'clean-water-for-tharparkar')
  const report = { campaignId: id, reason: 'misleading', text: 'Another place.' }
  await site.visitor().call('POST', '/v4/reports', report)
  const email = freshEmail('handed')
  const colleague = site.newPage({ language: 'ar' })
  await signUp(colleague.visitor, email, { password: demoPassword, firstName: 'Maryam', lastName: 'Noor' })
  const [confirmation] = await site.mailsTo(email, 'confirm-email')
  await colleague.goto(/https?:\/\/\S+confirm-email\S+/.exec(await site.plainText(confirmation))![0])
  await colleague.locator('main').getByRole('button').first().click()
  expect(colleague).toHaveURL(/account/)
  const admin = await site.loggedIn('admin@example.org')
  const { id: accountId } = await admin.visitor.call<{ id: string }>('POST', '/v4/staff/people/lookups', { email })
  await admin.visitor.call('PUT', `/v4/staff/people/${accountId}/roles`, { roles: ['support'] })

  await admin.goto('/staff?kind=report&assignee=unassigned')
  await admin.getByRole('link', { name: 'Clean water for Tharparkar' }).first().click()
  await admin.getByRole('button', { name: 'Assign', exact: true }).click()
  expect(summaryIn(admin)).toContainText('Choose a colleague.')
  admin.getByLabel('Colleague', { exact: true }).selectOption(accountId)
  await admin.getByRole('button', { name: 'Assign', exact: true }).click()
  expect(admin.getByRole('status')).toContainText('The case is assigned, and we’ve emailed your colleague.')
  expect(admin.getByText(/^Assigned to .*Maryam Noor/).first()).toBeVisible()
  const [mail] = await site.mailsTo(email, 'moderation-case-assigned')
  await colleague.visitor.call('POST', '/v4/login', { email, password: demoPassword })
  await colleague.goto(/https?:\/\/\S+\/staff\/cases\/[\w-]+/.exec(await site.plainText(mail))![0])
  expect(colleague.getByRole('heading', { level: 1, name: 'Clean water for Tharparkar' })).toBeVisible()
  expect(colleague.getByText('إسنادها إلى زميل')).toBeVisible()
})

/** A donor with an account and a paid donation of 20 with a tip of 3. */
async function paidDonation(card = 'pm_card_visa') {
  const donor = site.newPage()
  await signUp(donor.visitor, freshEmail('refunds'))
  const { id, currency } = await campaignPage(donor.visitor, await plainCampaign(donor.visitor))
  const tokens = [{ type: 'card', token: card }]
  const donation = { amount: '20', feeAmount: '3', currency, tokens }
  const result = await donate<{ id: string; intentId: string }>(donor.visitor, id, donation)
  await site.runJobs()
  return { donor, donationId: result.id, intentId: result.intentId }
}

test('a donor requests a refund, staff refund the donation at once, and the donor sees it', async () => {
  const { donor, donationId, intentId } = await paidDonation()
  await donor.goto(`/account/donations/${donationId}`)
  await donor.getByRole('link', { name: 'Something wrong with this donation?' }).click()
  await donor.getByRole('button', { name: 'Request a refund' }).click()
  expect(summaryIn(donor)).toContainText('Give a reason.')
  donor.getByLabel('What happened?').fill('I meant to give 2, not 20.')
  await donor.getByRole('button', { name: 'Request a refund' }).click()
  expect(donor.getByText('We’ve received your request')).toBeVisible()

  const page = await site.loggedIn('admin@example.org')
  await page.goto('/staff')
  await page
    .locator('.account-nav')
    .getByRole('link', { name: /^Refunds \(\d+\)$/ })
    .click()
  expect(page.getByText('I meant to give 2, not 20.').first()).toBeVisible()
  await page.goto(`/staff/donations/${intentId}`)
  // Without scripts the form always shows the parts.
  page.getByRole('radio', { name: /Part of it/ }).check()
  page.getByLabel('Donation', { exact: true }).fill('100')
  await page.getByRole('button', { name: 'Review refund' }).click()
  await page.getByRole('button', { name: /^Refund \W/ }).click()
  expect(page.getByText('This is more than is left of that donation.')).toBeVisible()
  await page.getByRole('button', { name: 'Decline' }).click()
  expect(page.getByText('Give the donor a reason.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Refund this donation' }).click()
  expect(page.getByText('Refunded. The money is on its way.')).toBeVisible()

  await donor.goto(`/account/donations/${donationId}`)
  expect(donor.getByText(/^Refunded on/)).toHaveCount(1)
})

test('a returned refund is in manual review until staff resolve it with a note', async () => {
  const { intentId } = await paidDonation('pm_card_refundFail')
  const page = await site.loggedIn('admin@example.org')
  const refund = await page.visitor.send(`/v4/staff/donations/${intentId}/refunds`, {
    method: 'POST',
    data: { everything: true, reason: 'mistake' },
    headers: { 'idempotency-key': intentId },
  })
  expect(refund.status, refund.text).toBe(200)
  const left = page
    .locator('li', { hasText: 'the donor’s bank returned it' })
    .filter({ has: page.locator(`a[href^="/staff/donations/${intentId}"]`) })
  // The bank returns a refund some time after it succeeded.
  await expect
    .poll(async () => {
      await refundsServer.jobs.sweepRefunds(site.app, new Date(Date.now() - 3_600_000))
      await site.runJobs()
      await page.goto('/staff/refunds')
      return left.count()
    })
    .toBe(1)
  expect(left).toContainText('$23.00')
  await page.goto(`/staff/donations/${intentId}`)
  expect(page.getByRole('heading', { name: 'Needs manual review' })).toBeVisible()
  expect(left).toHaveCount(1)
  await page.goto('/staff/refunds')
  left.getByLabel('How you resolved it').fill('Sent by bank transfer.')
  await left.getByLabel('How you resolved it').press('Enter')
  expect(page.getByRole('status').filter({ hasText: 'Marked as resolved' })).toBeVisible()
  expect(left).toHaveCount(0)
  await page.getByRole('link', { name: 'Show resolved' }).click()
  expect(left).toContainText('Sent by bank transfer.')
  expect(left.getByRole('button')).toHaveCount(0)
  await page.goto(`/staff/donations/${intentId}`)
  expect(page.getByRole('heading', { name: 'Needs manual review' })).toHaveCount(0)
})

test('other roles find no pages of admins', async () => {
  const organizer = await site.loggedIn('sana@example.org')
  for (const path of [
    '/staff/charities',
    '/staff/charities/new',
    '/staff/charities/1',
    '/staff/calendar',
    '/staff/plans',
  ])
    expect(await organizer.goto(path), path).toBe(404)
  const stop = { method: 'PUT', data: { note: 'why not' } }
  expect((await organizer.visitor.send('/v4/staff/plans/kill-switch', stop)).status).toBe(403)
})

test('a fundraiser that staff feature on the home page is first there', async () => {
  const page = await site.loggedIn('admin@example.org')
  await page.goto('/staff/featured?spot=home')
  const fundraisers = page.getByRole('region', { name: 'Fundraisers' })
  fundraisers.getByLabel('Add a fundraiser').fill('the-night-bakery')
  await fundraisers.getByRole('button', { name: 'Add' }).click()
  expect(page.getByRole('status').filter({ hasText: 'is now in position 1.' })).toBeVisible()
  await page.goto('/v4')
  // The first of the list is the live fundraiser at the top of the page.
  expect(page.getByRole('main').getByRole('article').first()).toContainText('The night bakery')
  await page.goto('/staff/featured?spot=home')
  await fundraisers.getByRole('button', { name: /^Remove/ }).click()
  expect(fundraisers.getByText('Nothing is featured here yet')).toBeVisible()
})

test('one person alone reads what is missing instead of “All caught up”, and how to work alone', async () => {
  const page = await site.loggedIn('admin@example.org')
  await page.goto('/staff?kind=fundraiser&assignee=me')
  expect(page.getByText('All caught up')).toBeVisible()
  expect(page.getByText('Before your first donation')).toHaveCount(0)
  await site.asOwner(`update identity.account set roles = '{support}' where 'reviewer' = any(roles)`)
  await page.goto('/staff?kind=fundraiser&assignee=me')
  expect(page.getByText('All caught up')).toHaveCount(0)
  expect(page.getByRole('heading', { name: 'Before your first donation' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Give a second person a role' })).toHaveAttribute('href', '/staff/people')
}, 60_000)
