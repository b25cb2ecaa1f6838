import { expect, test } from '@playwright/test'
import { summaryIn, untilAlive } from './support.ts'

test('no component of the kit loses or steals focus by keyboard', async ({ page }) => {
  await page.goto('/dev/kit')
  const more = page.getByRole('button', { name: 'One more' }).first()
  const less = page.getByRole('button', { name: 'One less' }).first()
  await untilAlive(more)
  await more.focus()
  for (let attempt = 0; attempt < 6; attempt++) await page.keyboard.press('Enter')
  await expect(page.getByLabel('How many').first()).toHaveValue('5')
  await expect(more).toHaveAttribute('aria-disabled', 'true')
  await expect(more).toBeFocused()
  await less.focus()
  for (let attempt = 0; attempt < 6; attempt++) await page.keyboard.press('Space')
  await expect(page.getByLabel('How many').first()).toHaveValue('1')
  await expect(less).toBeFocused()

  // After an error was announced, typing doesn't move the focus.
  const send = page.getByRole('button', { name: 'Submit with errors' })
  const summary = summaryIn(page)
  for (let attempt = 0; attempt < 2; attempt++) {
    await send.focus()
    await page.keyboard.press('Enter')
    await expect(summary).toBeFocused()
  }
  // The summary is announced when it gets focus, so it isn't an alert, which would announce it again.
  await expect(
    page.locator('.error-summary').locator('xpath=ancestor-or-self::*[@role="alert" or @role="status" or @aria-live]'),
  ).toHaveCount(0)
  await expect(summary).toHaveAccessibleDescription((await summary.getByRole('listitem').allTextContents()).join(' '))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('#kit-wrong')).toBeFocused()
  const amount = page.getByLabel('Another amount').first()
  await amount.fill('')
  await page.keyboard.type('٤٥', { delay: 30 })
  await expect(amount).toHaveValue('45')
  await expect(amount).toBeFocused()

  const opener = page.getByRole('button', { name: 'Dialog', exact: true })
  await opener.focus()
  await page.keyboard.press('Enter')
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  await expect(close).toBeFocused()
  for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('Tab')
  expect(
    await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    ),
  ).toBe(true)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('shows no skeleton if the content loads at once', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, reducedMotion: 'no-preference' })
  const page = await context.newPage()
  await page.goto('/dev/kit')
  const shownAfter = (ms: number) =>
    page
      .locator('.skeleton')
      .first()
      .evaluate((element: HTMLElement, position) => {
        element.style.animation = 'none'
        element.getBoundingClientRect()
        element.style.animation = ''
        for (const animation of element.getAnimations()) Object.assign(animation, { currentTime: position }).pause()
        return getComputedStyle(element).visibility
      }, ms)
  expect(await shownAfter(250)).toBe('hidden')
  expect(await shownAfter(350)).toBe('visible')
  await context.close()
})

test('hover and focus states are visible', async ({ page }) => {
  await page.goto('/dev/kit')
  const share = (state: string) => page.locator(`[data-pin=${state}] .button-quiet`)
  const real = page.locator('main .button-quiet').first()
  const looks = (locator: typeof real) =>
    locator.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).outline].join())
  const plain = await looks(real)
  await expect.poll(() => looks(share('hover'))).not.toBe(plain)
  await real.hover()
  await expect.poll(() => looks(real)).toBe(await looks(share('hover')))
  await page.mouse.move(0, 0)
  await page.keyboard.press('Tab')
  await real.focus()
  await expect.poll(() => looks(real)).toBe(await looks(share('focus')))
  expect(await looks(share('focus'))).toContain('solid 3px')
  // The shown states are pictures, hidden from keyboard and screen reader.
  await expect(page.locator('[data-pin]').getByRole('button')).toHaveCount(0)
})
