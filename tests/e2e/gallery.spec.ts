import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, problemsOf, untilAlive } from './support.ts'

const picture = (background: string) =>
  sharp({ create: { width: 900, height: 1200, channels: 3, background } })
    .png()
    .toBuffer()
const file = async (background: string) => ({
  name: 'x.png',
  mimeType: 'image/png',
  buffer: await picture(background),
})
test.setTimeout(120_000)

test('an organizer adds pictures with focal points and publishes them; donors open each whole [content-30]', async ({
  page,
  browser,
  baseURL,
}) => {
  const problems = problemsOf(page)
  await page.request.post('/v4/login', { data: { email: 'sana@example.org', password: 'sunbul-demo-2026' } })
  const own = (await (await page.request.get('/v4/fundraisers/own')).json()) as {
    fundraisers: { id: string; slug: string; state: string; canEdit: boolean }[]
  }
  const live = own.fundraisers.find(({ state, canEdit }) => state === 'active' && canEdit)!
  await page.goto(`/organize/${live.id}/edit/picture`)
  const add = page.getByLabel('Add a picture')
  await untilAlive(add)
  await add.setInputFiles(await file('#388953'))
  await page.getByLabel('Description of picture 1').fill('A hand pump')
  await add.setInputFiles(await file('#895338'))
  await page.getByLabel('Description of picture 2').fill('The new well')
  // Content that loads above a button moves it.
  await expect
    .poll(() =>
      page
        .locator('.organize-gallery img')
        .evaluateAll((all: HTMLImageElement[]) => all.map((image) => image.complete && image.naturalWidth > 0)),
    )
    .toEqual([true, true, true, true])
  const second = page.locator('.organize-gallery > li').nth(1)
  await second.locator('.organize-focus').click({ position: { x: 10, y: 10 } })
  await expect(second.getByLabel('From top to bottom')).not.toHaveValue('50')
  await second.getByLabel('From left to right').press('Home')
  await second.getByRole('button', { name: 'Move picture 2 up' }).click()
  await expect(page.getByLabel('Description of picture 1')).toHaveValue('The new well')
  await page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  await expect(page.locator('[data-saving=saved]')).toBeVisible({ timeout: 10_000 })
  await expectAccessible(page)

  // Without scripts each button sends the form.
  const cookies = await page.context().cookies()
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  await plain.addCookies(cookies)
  const form = await plain.newPage()
  await form.goto(`/organize/${live.id}/edit/picture`)
  await form.getByLabel('Add a picture').setInputFiles(await file('#385389'))
  await form.locator('button[form=gallery-upload]').click()
  await form.getByLabel('Description of picture 3').fill('To be removed')
  await form.getByRole('button', { name: 'Remove picture 3' }).click()
  await expect(form.getByLabel('Description of picture 3')).toHaveCount(0)
  await expect(form.getByLabel('Description of picture 2')).toHaveValue('A hand pump')
  await plain.close()

  await page.goto(`/organize/${live.id}/edit/review`)
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page).toHaveURL(/done=published/)
  await expect(async () => {
    await page.goto(`/v4/campaign/${live.slug}`)
    await expect(page.getByRole('heading', { name: 'Pictures' })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 10_000 })
  const thumbnail = page.getByRole('link', { name: 'Enlarge picture 1 of 2: The new well' })
  await expect(thumbnail.locator('img')).toHaveCSS('object-position', /^0% /)
  await expectAccessible(page)
  await untilAlive(thumbnail)
  await thumbnail.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Picture 1 of 2' })
  await expect(dialog.getByRole('img', { name: 'The new well' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'Picture 2 of 2' }).getByRole('img')).toHaveAccessibleName(
    'A hand pump',
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(thumbnail).toBeFocused()
  expect(problems).toEqual([])
})
