/** `npm run sunbul -- zakat-fee-fund`: prints the balance of the sponsor's fund and adds transfers to it. */
import { ledgerServer } from '#modules/money/ledger/index-server.ts'
import { createHash } from 'node:crypto'
import { record } from '#modules/platform/audit/index.ts'
import { readAmount } from '#modules/money/giving/rules/amounts.ts'
import { formatMoney, isCurrency, isZero, money, type Money } from '#shared/money.ts'
import type { App } from '../app.ts'

/** The options of `add` as typed. */
export type FundOptions = { readonly amount: string; readonly currency: string; readonly reference: string }

const referenceMax = 140

/** An amount to add, and the reference of its bank transfer. */
export type FundAddition = { readonly amount: Money; readonly reference: string }

/** Validates the options of `add`. Returns an error message if they are invalid. */
export function readAddition({ amount, currency, reference }: FundOptions): FundAddition | string {
  if (!isCurrency(currency)) return `--currency: ${currency} isn’t a known currency`
  const read = readAmount(amount, currency)
  if (read.fault || isZero(read.money)) return `--amount: ${amount} isn’t a valid amount in ${currency}`
  if (reference.trim() === '' || reference.trim().length > referenceMax)
    return `--reference must have 1 to ${referenceMax} characters`
  return { amount: read.money, reference: reference.trim() }
}

/** Derives an id from reference and currency, so that running the command twice adds the money once. */
const sourceIdOf = ({ amount, reference }: FundAddition): string => {
  const hex = createHash('sha256').update(`zakat-fee-fund|${amount.currency}|${reference}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** Adds a transfer once and prints the balances. Returns exit code 1 if the transfer was already added. */
export async function addToFund(app: App, addition: FundAddition): Promise<number> {
  const isAdded = await add(app, addition)
  console.log(
    isAdded
      ? `Added ${show(addition.amount)} with the reference “${addition.reference}”.`
      : `A transfer with the reference “${addition.reference}” was already added, so nothing was added.`,
  )
  await printFundBalances(app)
  return isAdded ? 0 : 1
}

/** Prints the balance of every currency. Returns exit code 0. */
export async function printFundBalances(app: App): Promise<number> {
  const balances = await ledgerServer.listZakatFeeFundBalances(app.db)
  if (balances.length === 0) console.log('The fund is empty.')
  for (const { currency, balance } of balances) console.log(`Balance: ${show(money(balance, currency))} ${currency}`)
  return 0
}

const show = (amount: Money): string => formatMoney(amount, 'en', { fractions: 'always' })

const add = (app: App, addition: FundAddition): Promise<boolean> =>
  app.write(async (tx) => {
    const instant = app.clock()
    const { amount, reference } = addition
    const sourceId = sourceIdOf(addition)
    const isAdded = await ledgerServer.addToZakatFeeFund(tx, { ...amount, txId: app.newId(), sourceId, at: instant })
    if (isAdded)
      await record(tx, {
        actor: { kind: 'system' },
        act: 'ledger.zakat-fee-fund-added',
        object: `ledger:${sourceId}`,
        at: instant,
        details: { amount: String(amount.amount), currency: amount.currency, reference },
      })
    return isAdded
  })
