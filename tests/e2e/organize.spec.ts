import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, problemsOf, summaryIn, untilAlive } from './support.ts'

const picture = () =>
  sharp({ create: { width: 1200, height: 700, channels: 3, background: '#388953' } })
    .png()
    .toBuffer()
test.setTimeout(120_000)

const story =
  'The nearest well is four kilometres away, and the children fetch the water before school, every day of the year, in the heat.'

async function logIn(page: Page, email: string, path: string): Promise<void> {
  expect((await page.request.post('/v4/login', { data: { email, password: 'sunbul-demo-2026' } })).ok()).toBe(true)
  await page.goto(path)
}

async function begin(page: Page, title: string): Promise<string> {
  await page.goto('/organize/new')
  await page.getByLabel('Charity that receives the donations').selectOption({ index: 1 })
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').selectOption('water')
  await page.getByLabel('Currency of the goal').selectOption('GBP')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('button', { name: 'These are right, create the draft' }).click()
  await page.waitForURL('**/edit')
  return /organize\/(\d+)/.exec(page.url())![1]!
}
const kept = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()

test('a fundraiser is created, autosaved and previewed while it is written', async ({ page }) => {
  const problems = problemsOf(page)
  await logIn(page, 'sana@example.org', '/organize')
  await expectAccessible(page)
  await page.goto('/organize/new')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(summaryIn(page)).toContainText('Choose the charity that receives the money.')
  await expectAccessible(page)
  problems.splice(0) // The browser reports the refusal as an error of its own.
  await begin(page, 'Solar pumps for eleven villages')

  await untilAlive(page.getByLabel('Tagline'))
  await page.getByLabel('Tagline').fill('A deep well for each of them.')
  await page.getByLabel('Goal').fill('٥٠٠٠')
  await page.getByLabel('Last day').fill('2027-03-31')
  await page.getByLabel('Country that benefits').selectOption('PK')
  await expect(page.getByText(/31 March 2027.* · .*23 Shawwal 1448 AH/)).toBeVisible()
  await expect(page.locator('.preview-page')).toContainText('A deep well for each of them.')
  await expect(page.locator('.preview-page')).toContainText('£5,000')
  await expect(page.locator('[data-saving=saved]')).toBeVisible({ timeout: 10_000 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save and continue' }).click()

  await page.waitForURL('**/edit/story')
  const editor = page.getByRole('textbox', { name: 'Story' })
  await expect(editor).toHaveAttribute('contenteditable', 'true')
  await editor.click()
  await page.keyboard.insertText(story)
  await page.getByRole('button', { name: 'Video' }).click()
  await page.getByLabel('URL of a video').fill('https://youtu.be/dQw4w9WgXcQ')
  await page.getByRole('button', { name: 'Insert' }).click()
  await expect(page.locator('.preview-page')).toContainText('four kilometres', { timeout: 10_000 })
  await expect(page.locator('.preview-page')).toContainText('YouTube')
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test('a draft gets its picture and levels, is submitted and withdrawn [S1 §2.3]', async ({ page }) => {
  const problems = problemsOf(page)
  await logIn(page, 'sana@example.org', '/organize')
  const id = await begin(page, 'Pumps that run on light')
  const written = { version: 0, tagline: 'One for each village', goal: '5000', country: 'PK', story: `<p>${story}</p>` }
  expect((await page.request.patch(`/v4/campaigns/${id}/draft`, { data: written })).ok()).toBe(true)
  await page.goto(`/organize/${id}/edit/picture`)
  await untilAlive(page.getByLabel('Choose a picture'))
  const file = page.getByLabel('Choose a picture')
  await file.setInputFiles({
    name: 'x.svg',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await expect(page.getByRole('alert')).toContainText('We can’t read this picture')
  problems.splice(0) // The browser reports the refusal as an error of its own.
  await file.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: await picture() })
  await page.getByLabel('Picture description').fill('A green field')
  await expect(page.locator('.preview-page .campaign-page-picture img')).toHaveAttribute('src', /^\/media\//)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL('**/edit/giving')
  await untilAlive(page.getByLabel('This fundraiser is eligible for zakat'))
  await page.getByLabel('This fundraiser is eligible for zakat').check()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL('**/edit/review')

  await page.goto(`/organize/${id}/levels`)
  await untilAlive(page.getByRole('link', { name: 'Add level' }))
  for (const [amount, title] of [
    ['25', 'A family for a month'],
    ['100', 'A pump'],
  ]) {
    await page.getByRole('link', { name: 'Add level' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save level' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Give the level a title.')
    problems.splice(0)
    await dialog.getByLabel('Amount').fill(amount!)
    await dialog.getByLabel('Title').fill(title!)
    await dialog.getByRole('button', { name: 'Save level' }).click()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('button', { name: 'Move up: A pump' }).click()
  await expect(page.getByText(/A pump.* is now in position 1\./)).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/organize/${id}/preview`)
  await expect(page.locator('.preview-page .campaign-page-level').first()).toContainText('A pump')
  await expectAccessible(page)

  await page.goto(`/organize/${id}/edit/review`)
  await untilAlive(page.getByRole('button', { name: 'Submit for review' }))
  await expect(page.getByText('Everything is complete.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByText('Submitted. We’ll email you')).toBeVisible()
  await expect(page.getByText('is in review. You can’t change it')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('button', { name: 'Submit for review' })).toBeVisible()
  expect(problems).toEqual([])
})

test('goal, minimum and levels are whole amounts: a pasted fraction is dropped with a message [S1 §5]', async ({
  page,
}) => {
  await logIn(page, 'sana@example.org', '/organize')
  const id = await begin(page, 'Whole amounts')
  const dropped = page.getByText('Whole amounts only: we removed the decimals.')
  const keeps = async (field: 'goal' | 'minimumDonation', value: string) =>
    expect
      .poll(
        async () =>
          ((await (await page.request.get(`/v4/campaigns/${id}/draft`)).json()) as { content: Record<string, string> })
            .content[field],
      )
      .toBe(value)
  await untilAlive(page.getByLabel('Goal'))
  for (const [typed, whole] of [
    ['12.50', '12'],
    ['١٢٬٥٠٠٫٥٠', '12500'],
  ] as const) {
    await page.getByLabel('Goal').fill(typed)
    await expect(page.getByLabel('Goal')).toHaveValue(whole)
    await expect(dropped).toBeVisible()
    await keeps('goal', whole)
  }
  await page.getByLabel('Goal').fill('۵٬۰۰۰٬۰۰۰٬۰۰۰')
  await keeps('goal', '5000000000')
  await expect(dropped).toBeHidden()
  await page.getByLabel('Goal').fill('')
  await keeps('goal', '')
  await page.getByLabel('Goal').pressSequentially('0.5')
  await expect(page.getByLabel('Goal')).toHaveValue('')
  await page.goto(`/organize/${id}/edit/giving`)
  const least = page.getByLabel('Minimum donation')
  await untilAlive(least)
  await least.fill('12.50')
  await expect(least).toHaveValue('12')
  await expect(dropped).toBeVisible()
  await keeps('minimumDonation', '12')
  await expectAccessible(page)
  await page.goto(`/organize/${id}/levels`)
  await untilAlive(page.getByRole('link', { name: 'Add level' }))
  await page.getByRole('link', { name: 'Add level' }).click()
  const amount = page.getByRole('dialog').getByLabel('Amount')
  await amount.fill('٢٥٫٥٠')
  await expect(amount).toHaveValue('25')
  await expect(dropped).toBeVisible()
  await expectAccessible(page)
})

test('two tabs don’t overwrite each other: nothing is lost, and the writer chooses', async ({ page, context }) => {
  await logIn(page, 'sana@example.org', '/organize')
  const id = await begin(page, 'Two tabs')
  const other = await context.newPage()
  await other.goto(`/organize/${id}/edit`)
  await Promise.all([page, other].map((tab) => untilAlive(tab.getByLabel('Tagline'))))
  await other.getByLabel('Tagline').fill('Of the other tab')
  await kept(other)
  await page.getByLabel('Tagline').fill('Of this tab')
  await expect(page.getByRole('alert')).toContainText('Changed elsewhere')
  await expect(page.getByLabel('Tagline')).toHaveValue('Of this tab')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await kept(page)
  await other.reload()
  await expect(other.getByLabel('Tagline')).toHaveValue('Of this tab')
})

/** A level, and a second person who changes it in another browser. */
async function aLevelOf(page: Page, title: string) {
  const id = await begin(page, title)
  const created = await page.request.post(`/v4/campaigns/${id}/levels`, {
    data: { amount: '25', title: 'A family for a month' },
  })
  const [{ id: levelId }] = ((await created.json()) as { levels: [{ id: string }] }).levels
  const saveElsewhere = (data: object) => page.request.patch(`/v4/campaigns/${id}/levels/${levelId}`, { data })
  return { id, levelId, saveElsewhere }
}

test('the second of two editors of a level sees the other version, loses nothing and chooses', async ({ page }) => {
  await logIn(page, 'sana@example.org', '/organize')
  const { id, saveElsewhere } = await aLevelOf(page, 'Levels of two')
  await page.goto(`/organize/${id}/levels`)
  await untilAlive(page.getByRole('link', { name: 'Edit A family for a month' }))
  const dialog = page.getByRole('dialog')
  const open = async (title: string) => page.getByRole('link', { name: `Edit ${title}` }).click()

  await open('A family for a month')
  await dialog.getByLabel('Title').fill('A household for a month')
  await dialog.getByLabel('Description').fill('Rice, oil and dates')
  await saveElsewhere({ amount: '40', title: 'Two families', hidden: true })
  await dialog.getByRole('button', { name: 'Save level' }).click()
  const notice = dialog.getByRole('group', { name: 'Someone else has changed this level' })
  await expect(notice).toContainText('Someone else has changed this level')
  await expect(notice).toBeFocused()
  await expect(notice).toContainText(/Amount\s*Theirs: 40\s*Yours: 25/)
  await expect(notice).toContainText(/Title\s*Theirs: Two families\s*Yours: A household for a month/)
  await expect(notice).toContainText(/Theirs: none\s*Yours: Rice, oil and dates/)
  await expect(dialog.getByLabel('Title')).toHaveValue('A household for a month')
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.organize-row')).toContainText('A household for a month')
  await expect(page.locator('.organize-row')).toContainText('Rice, oil and dates')

  await open('A household for a month')
  await dialog.getByLabel('Title').fill('Mine')
  await saveElsewhere({ amount: '50', title: 'Three families' })
  await dialog.getByRole('button', { name: 'Save level' }).click()
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect(dialog.getByText('This is the current version of the level.')).toBeFocused()
  await expect(dialog.getByLabel('Title')).toHaveValue('Three families')
  await expect(dialog.getByLabel('Amount')).toHaveValue('50')
  await page.keyboard.press('Escape')
  await expect(page.locator('.organize-row h2')).toHaveText('Three families')
  await open('Three families')
  await dialog.getByLabel('Title').fill('Four families')
  await dialog.getByRole('button', { name: 'Save level' }).click()
  await expect(page.locator('.organize-row h2')).toHaveText('Four families')
})

test('news are mailed, and one click in the footer unsubscribes, in Arabic too', async ({ page, browser }) => {
  const problems = problemsOf(page)
  await logIn(page, 'sana@example.org', '/organize')
  const href = await page.locator('.own-fundraiser', { hasText: 'Active' }).first().locator('h3 a').getAttribute('href')
  await page.goto(`${href}/news`)
  await page.getByRole('link', { name: 'Write an update' }).first().click()
  const editor = page.getByRole('textbox', { name: 'Text' })
  await expect(editor).toHaveAttribute('contenteditable', 'true')
  await page.getByLabel('Title').fill('The drill is here')
  await editor.click()
  await page.keyboard.insertText('It came this morning.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('The update is on the page.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The drill is here' }).first()).toBeVisible()
  const arabic = await browser.newContext({ locale: 'ar' })
  const reader = await arabic.newPage()
  await reader.goto('/unsubscribe/nonsense')
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('هذا الرابط لا يعمل')
  await arabic.close()
  expect(problems).toEqual([])
})
