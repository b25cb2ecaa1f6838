import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support.ts'

/** Downloads the file of a link into a folder under the name that the server gives it. */
async function download(page: Page, name: string | RegExp, folder: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
  const target = path.join(folder, file.suggestedFilename())
  await file.saveAs(target)
  return target
}

test('a newcomer verifies the ledger by the instructions of its page [payouts-17]', async ({ page }, info) => {
  await page.goto('/trust')
  await page.getByText('All months and currencies as a table').click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open the public ledger' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The public ledger' })).toBeVisible()
  await expectAccessible(page)

  const folder = info.outputPath('ledger')
  fs.mkdirSync(folder, { recursive: true })
  await download(page, 'verify-ledger.mjs', folder)
  for (const link of await page.getByRole('link', { name: /^Ledger of \d{4}/ }).allTextContents())
    await download(page, link, folder)
  const [, ...command] = (await page.locator('.public-ledger-command').innerText()).trim().split(' ')
  const head = await page.locator('tbody .public-ledger-head').first().innerText()
  const printed = execFileSync(process.execPath, [...command, head], { cwd: folder, encoding: 'utf8' })
  expect(printed).toMatch(/^Correct: \d+ days, /m)
  expect(printed).toMatch(new RegExp(`^Head of \\S+: ${head}$`, 'm'))
  const received = /^All campaigns, GBP: received ([\d.]+),/m.exec(printed)?.[1]
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'GBP', exact: true }) })
  await expect(row.getByRole('cell').first()).toHaveText(
    `£${Number(received).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`,
  )
})
