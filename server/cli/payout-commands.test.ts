import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { payoutHelpers } from '#modules/money/payouts/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { draftPayouts, exportPayouts, importStatementFile, printPayouts } from './payout-commands.ts'

let installation: TestApp
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-payouts-'))
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  fs.rmSync(folder, { recursive: true })
  await installation.close()
})

/** Runs a command and returns what it prints. */
async function printed(command: () => Promise<number>): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  expect(await command()).toBe(0)
  const text = log.mock.calls.map(([line]) => String(line)).join('\n')
  log.mockRestore()
  return text
}

test('payouts are drafted, listed, exported and confirmed by a statement on the command line [payouts-12, payouts-13]', async () => {
  const { app } = installation
  const helpers = payoutHelpers(installation, clock)
  expect(await printed(() => printPayouts(app))).toBe('No payout is open.')
  const charity = await helpers.aPaidCharity()
  expect(await printed(() => draftPayouts(app))).toContain('Drafted 1 payouts.')
  expect(await printed(() => draftPayouts(app))).toContain('Drafted 0 payouts.')
  const listed = await printed(() => printPayouts(app))
  expect(listed).toMatch(
    new RegExp(`^SB1 {2}draft {5}£[\\d.]+ GBP to charity ${charity.organizationId}, account ending 6819$`),
  )
  const file = path.join(folder, 'batch.csv')
  const csv = { currency: 'GBP', format: 'csv' } as const
  await expect(exportPayouts(app, file, csv)).rejects.toThrow('No approved payout')
  const { id } = await app.db.selectFrom('payouts.payout').select('id').executeTakeFirstOrThrow()
  const { total } = await helpers.approveByTwo(id)
  expect(await printed(() => exportPayouts(app, file, csv))).toContain('Wrote SBB1 with 1 payouts')
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  const again = path.join(folder, 'again.csv')
  await printed(() => exportPayouts(app, again, { format: 'csv', batch: 'SBB1' }))
  expect(fs.readFileSync(again)).toEqual(fs.readFileSync(file))
  await expect(exportPayouts(app, again, { format: 'csv', batch: 'SBB9' })).rejects.toThrow()
  expect(await helpers.postingsOf(id)).toEqual(['sent'])
  // The columns of the bank are saved on the staff page.
  const statement = path.join(folder, 'statement.csv')
  const amount = (total / 100).toFixed(2)
  fs.writeFileSync(statement, `Date,Details,Amount\n10/11/2026,TRANSFER SB1 UMEED,-${amount}\n10/11/2026,RENT,-9.00\n`)
  const bank = { bank: 'Al Rayan', currency: 'GBP' } as const
  await expect(importStatementFile(app, statement, bank)).rejects.toThrow()
  const mapping = { date: 'Date', dateOrder: 'day-first', amount: 'Amount', text: 'Details', decimal: '.' }
  await helpers.ask(await helpers.staff(), 'POST', '/v4/staff/payout-statements', {
    ...bank,
    mapping,
    text: 'Date,Details,Amount\n09/11/2026,FEE,-1.00',
  })
  const read = await printed(() => importStatementFile(app, statement, bank))
  expect(read).toContain('Read 2 rows: 1 propose an outcome, 0 name a payout with another amount, 0 are known.')
  expect(await printed(() => importStatementFile(app, statement, bank))).toContain('0 propose an outcome')
}, 60_000)
