/** `npm run sunbul -- payouts`: lists and drafts payouts, writes bank files and reads bank statements. */
import { readFile, writeFile } from 'node:fs/promises'
import { InvalidArgumentError } from 'commander'
import { payoutsServer } from '#modules/money/payouts/index-server.ts'
import type { BankFileFormat } from '#modules/money/payouts/rules/bank-format.ts'
import { batchReference, payoutReference } from '#modules/money/payouts/rules/reference.ts'
import { type Currency, isCurrency } from '#shared/currencies.ts'
import { decodeCsv } from '#shared/input/csv-file.ts'
import { formatMoney, money } from '#shared/money.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { faultText } from '#shared/texts/catalogue.ts'
import type { App } from '../app.ts'

/** The options of `export`: a currency to send, or a batch that was sent before. */
export type ExportOptions = {
  readonly currency?: Currency
  readonly format: BankFileFormat
  readonly batch?: string
}

/** Reads the code of a currency. */
export function readCurrency(code: string): Currency {
  const currency = code.toUpperCase()
  if (!isCurrency(currency)) throw new InvalidArgumentError(`${code} is not a known currency`)
  return currency
}

const show = (amount: bigint, currency: Currency): string =>
  `${formatMoney(money(amount, currency), 'en', { fractions: 'always' })} ${currency}`

/** Prints drafts, approved and sent payouts. Returns exit code 0. */
export async function printPayouts(app: App): Promise<number> {
  const payouts = await payoutsServer.listPayoutsIn(app.db, ['draft', 'approved', 'sent'])
  if (payouts.length === 0) console.log('No payout is open.')
  for (const { number, state, total, currency, organizationId, lastFour } of payouts)
    console.log(
      `${payoutReference(number)}  ${state.padEnd(8)}  ${show(total, currency)} to charity ${organizationId}, account ending ${lastFour}`,
    )
  return 0
}

/** Drafts a payout for every charity that can be paid now. Returns exit code 0. */
export async function draftPayouts(app: App): Promise<number> {
  let drafted = 0
  for (const account of await payoutsServer.listAccountsToDraft(app.db))
    if (await payoutsServer.draftAsJob(app, account)) drafted += 1
  console.log(`Drafted ${drafted} payouts. Staff approve them at ${app.origin}/staff/payouts.`)
  return 0
}

/** Sends approved payouts and writes their file, or writes the file of an earlier batch. Throws the reason in words. */
export async function exportPayouts(
  app: App,
  file: string,
  { currency, format, batch }: ExportOptions,
): Promise<number> {
  return inWords(async () => {
    const sent = batch === undefined ? await sendNow(app, currency, format) : await findSent(app, batch)
    await writeFile(file, await payoutsServer.readBatchBytes(app, null, sent), { mode: 0o600 })
    console.log(
      `Wrote ${batchReference(sent.number)} with ${sent.payouts} payouts, ${show(sent.total, sent.currency)}, to ${file}. SHA-256: ${sent.sha256.toString('hex')}`,
    )
    return 0
  })
}

function sendNow(app: App, currency: Currency | undefined, format: BankFileFormat) {
  if (currency === undefined) throw new Error('--currency or --batch is required')
  return payoutsServer.sendBatchBy(app, null, { currency, format })
}

async function findSent(app: App, number: string) {
  const digits = /^(?:SBB)?(\d{1,12})$/i.exec(number.trim())?.[1]
  const batch = digits === undefined ? undefined : await payoutsServer.findBatchByNumber(app.db, BigInt(digits))
  if (!batch) throw new Problem('not-found', 'payout-batch-not-found')
  return batch
}

/** Reads a bank's statement and prints what it proposes. Throws the fault of the file in words. */
export async function importStatementFile(
  app: App,
  file: string,
  { bank, currency }: { readonly bank: string; readonly currency: Currency },
): Promise<number> {
  return inWords(async () => {
    const text = decodeCsv(await readFile(file))
    const read = await payoutsServer.importStatement(app, { byId: null, bank, currency, mapping: null, text })
    console.log(
      `Read ${read.rows} rows: ${read.matched} propose an outcome, ${read.differing} name a payout with another amount, ${read.known} are known.`,
    )
    if (read.matched + read.differing > 0) console.log(`Staff confirm them at ${app.origin}/staff/payouts.`)
    return 0
  })
}

/** Turns a refusal into an error with its message. */
async function inWords(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!isProblem(error)) throw error
    const faults = Object.values(error.fields ?? {})
    const codes = faults.length > 0 ? faults : [{ code: error.code, params: error.params }]
    const words = codes.map((fault) => faultText(fault as Parameters<typeof faultText>[0], 'en') ?? fault.code)
    throw new Error(words.join('\n'), { cause: error })
  }
}
