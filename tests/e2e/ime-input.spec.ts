import { expect, test } from '@playwright/test'
import { plainCampaign, untilAlive } from './support.ts'

test('an amount composed by an IME is read as written, in any digits', async ({ page, request }) => {
  await page.goto(`/v4/checkout/${await plainCampaign(request)}`)
  const amount = page.locator('#amount')
  await untilAlive(amount)
  const keyboard = await page.context().newCDPSession(page)
  const compose = async (...steps: readonly string[]) => {
    await amount.fill('')
    for (const text of steps)
      await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  }
  for (const [begun, whole] of [
    ['٢', '٢٠'],
    ['۲', '۲۰'],
    ['２', '２０'],
    ['२', '२०'],
  ] as const) {
    await compose(begun, whole)
    await expect(amount).toHaveValue(whole)
    await keyboard.send('Input.insertText', { text: whole })
    await expect(amount).toHaveValue('20')
    // A mouse click leaves the field before the IME has committed.
    await compose(begun, whole)
    await page.locator('#name').click()
    await expect(amount).toHaveValue('20')
  }
  // The button shows the charge while composing.
  await compose('٣', '٣٥')
  await expect(page.locator('#total button').first()).toContainText('40.60')
})

test('a quantity composed by an IME is read as written', async ({ page, request }) => {
  await page.goto(`/v4/basket/add/${await plainCampaign(request)}`)
  const quantity = page.locator('#quantity')
  await untilAlive(quantity)
  const keyboard = await page.context().newCDPSession(page)
  await quantity.selectText()
  for (const text of ['١', '١٢'])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await keyboard.send('Input.insertText', { text: '١٢' })
  await expect(quantity).toHaveValue('12')
})
