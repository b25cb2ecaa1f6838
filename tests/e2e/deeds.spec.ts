import { expect, type Page, test } from '@playwright/test'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import { expectAccessible, problemsOf } from './support.ts'

const consent = (page: Page, isGiven: boolean) =>
  page.request.post('/v4/privacy/consents', {
    data: { purpose: 'recap', isGiven, textVersion: consentTexts.recap.version },
  })
/** A tap on the slide that moves between two points at once, since a slow one would become a hold. */
const touch = (page: Page, from: number, to: number) =>
  page.locator('.deeds-stage').evaluate(
    (stage, places) => {
      const send = (type: string, clientX: number) =>
        stage.dispatchEvent(
          new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0, clientX, clientY: 600 }),
        )
      send('pointerdown', places[0]!)
      send('pointermove', places[1]!)
      send('pointerup', places[1]!)
    },
    [from, to],
  )
const storyOf = (page: Page) => page.getByRole('region', { name: /^(Slide \d|الشريحة)/ })

test('a donor consents, browses their deeds by keys and buttons, reads them as a page, and withdraws [deeds-8]', async ({
  page,
  browser,
  baseURL,
}) => {
  const problems = problemsOf(page)
  await page.goto('/deeds')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in to see your Sunbul Deeds')
  await expect(page.getByRole('link', { name: 'Log in to view' })).toHaveAttribute(
    'href',
    '/login?redirectUrl=%2Fdeeds',
  )
  await page.request.post('/v4/login', { data: { email: 'amina@example.org', password: 'sunbul-demo-2026' } })
  await consent(page, false)
  await page.goto('/deeds')
  await expectAccessible(page)
  expect(await (await page.request.get('/v4/deeds')).json()).toMatchObject({ state: 'consent-needed' })
  await page.getByRole('button', { name: 'I agree' }).click()

  // This browser prefers reduced motion: the story starts paused, at its first step, with final values.
  const story = storyOf(page)
  await expect(story).toHaveAccessibleName(/^Slide 1 of 1[01]$/)
  // The demo's donations have dates relative to today, so the weekday decides whether there is a slide about a streak.
  const slides = Number((await story.getAttribute('aria-label'))!.split(' ').at(-1))
  await expect(story.getByRole('heading', { level: 1 })).toHaveText(/^Salam \S/)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeFocused()
  await expectAccessible(page)
  const total = page.getByText(/this year across \d+ fundraisers?/)
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('ArrowRight')
  await expect(story).toHaveAccessibleName(`Slide 3 of ${slides}`)
  await expect(total).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(total).toHaveCount(0)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(total).toBeVisible()
  // Sharing opens a dialog, without amounts until the donor adds them; its code is loaded on opening.
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(story).toHaveAccessibleName(`Slide ${slides - 1} of ${slides}`)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Share your Deeds' }).click()
  const image = page.getByRole('img', { name: /^Image with the text: Sunbul Deeds/ })
  await expect(image).not.toHaveAccessibleName(/Total given/)
  await page.getByRole('checkbox', { name: /^Show amounts/ }).check()
  await expect(image).toHaveAccessibleName(/Total given/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  await expect(story).toHaveAccessibleName(`Slide ${slides} of ${slides}`)
  await expect(story.getByRole('heading', { level: 1 })).toHaveText('JazakumAllahu khayran')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'How is this worked out?' }).click()
  await expect(page.getByRole('dialog').getByText('The Humble Heart')).toBeVisible()
  await page.keyboard.press('Escape')
  // The survey opens by itself once, when the last slide ends.
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Home')
  await expect(story).toHaveAccessibleName(`Slide 1 of ${slides}`)

  await page.getByRole('link', { name: 'Read as a page' }).click()
  await expect(page.getByRole('heading', { name: 'How is this worked out?' })).toBeVisible()
  await expect(page.getByText(/this year across \d+ fundraisers?/)).toBeVisible()
  await expectAccessible(page)

  const moving = await browser.newContext({
    baseURL: baseURL!,
    reducedMotion: 'no-preference',
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 844 },
  })
  await moving.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  const arabic = await moving.newPage()
  await arabic.goto('/deeds')
  // In right-to-left pages, forward is a tap on the left, a swipe to the right, or the left arrow.
  await expect(storyOf(arabic)).toHaveAccessibleName(`الشريحة 1 من ${slides}`)
  await touch(arabic, 60, 60)
  await expect(storyOf(arabic)).toHaveAccessibleName(`الشريحة 2 من ${slides}`)
  await expect(storyOf(arabic)).toHaveAccessibleName(`الشريحة 3 من ${slides}`, { timeout: 12_000 })
  await arabic.keyboard.press(' ')
  await expect(arabic.getByRole('button', { name: 'تشغيل', exact: true })).toBeVisible()
  await touch(arabic, 100, 300)
  await expect(storyOf(arabic)).toHaveAccessibleName(`الشريحة 4 من ${slides}`)

  // If the donor erases or withdraws in another tab, the story is gone when they return to this one.
  await consent(page, false)
  await arabic.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(arabic.getByRole('button', { name: 'أوافق' })).toBeVisible()
  await moving.close()
  expect(problems).toEqual([])
})
