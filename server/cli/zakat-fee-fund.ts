/** `npm run sunbul -- zakat-fee-fund`: prints the balance of the sponsor's fund, or adds money to it. */
import { ledgerServer } from '#modules/money/ledger/index-server.ts'
import { createHash } from 'node:crypto'
import { record } from '#modules/platform/audit/index.ts'
import { readAmount } from '#modules/money/giving/rules/amounts.ts'
import { formatMoney, isCurrency, isZero, money, type Money } from '#shared/money.ts'
import type { App } from '../app.ts'

/** The options of `add` as they were typed. */
export type FundOptions = { readonly amount: string; readonly currency: string; readonly reference: string }

const referenceMax = 140

/** An amount to add, and the reference of the bank transfer. */
export type Addition = { readonly amount: Money; readonly reference: string }

/** Parses the options of `add`; returns a text that describes the error if they are invalid. */
export function readAddition({ amount, currency, reference }: FundOptions): Addition | string {
  if (!isCurrency(currency)) return `${currency} is not a supported currency`
  const parsed = readAmount(amount, currency)
  if (parsed.fault || isZero(parsed.money)) return `${amount} is not a valid amount in ${currency}`
  if (reference.trim() === '' || reference.trim().length > referenceMax)
    return `--reference must have 1 to ${referenceMax} characters`
  return { amount: parsed.money, reference: reference.trim() }
}

/** A reference and a currency identify one transfer, so a command that runs twice adds its money once. */
const sourceIdOf = ({ amount, reference }: Addition): string => {
  const hex = createHash('sha256').update(`zakat-fee-fund|${amount.currency}|${reference}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** Adds a transfer once and prints the balances. The exit code is 1 if the transfer was added before. */
export async function addToFund(app: App, addition: Addition): Promise<number> {
  const isAdded = await addTransfer(app, addition)
  console.log(
    isAdded
      ? `Added ${formatAmount(addition.amount)} with the reference “${addition.reference}”.`
      : `The reference “${addition.reference}” was already added, so nothing changed.`,
  )
  await printFundBalances(app)
  return isAdded ? 0 : 1
}

/** Prints the balance of every currency and returns the exit code. */
export async function printFundBalances(app: App): Promise<number> {
  const balances = await ledgerServer.listZakatFeeFundBalances(app.db)
  if (balances.length === 0) console.log('The fund is empty.')
  for (const { currency, balance } of balances)
    console.log(`Balance: ${formatAmount(money(balance, currency))} ${currency}`)
  return 0
}

const formatAmount = (amount: Money): string => formatMoney(amount, 'en', { fractions: 'always' })

const addTransfer = (app: App, addition: Addition): Promise<boolean> =>
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
