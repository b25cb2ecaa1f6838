/** `npm run sunbul -- zakat-fee-fund`: the balance of the sponsor's fund, and money that is added to it. */
import { createHash } from 'node:crypto'
import { record } from '#modules/platform/audit/index.ts'
import { addToZakatFeeFund, listZakatFeeFundBalances } from '#modules/money/ledger/index.ts'
import { readAmount } from '#modules/money/giving/rules/amounts.ts'
import { type Currency, formatMoney, isCurrency, isZero, money, type Money } from '#shared/money.ts'
import type { App } from '../app.ts'

/** The words of the command. */
export type FundWords = {
  readonly act: string | undefined
  readonly amount: string | undefined
  readonly currency: string | undefined
  readonly reference: string | undefined
}

const referenceMax = 140

/** What is added, and the reference of the transfer that brought it. */
type Addition = { readonly amount: Money; readonly reference: string }

/** Reads what is to be added; a text says what is wrong with the words. */
function readAddition({ amount, currency, reference }: FundWords): Addition | string {
  if (!amount || !currency || !reference?.trim())
    return 'did you mean: zakat-fee-fund add --amount 500 --currency GBP --reference <the transfer>'
  if (!isCurrency(currency)) return `${currency} is no currency that we know`
  const read = readAmount(amount, currency)
  if (read.fault || isZero(read.money)) return `${amount} is no amount of ${currency}`
  if (reference.trim().length > referenceMax) return `--reference takes at most ${referenceMax} characters`
  return { amount: read.money, reference: reference.trim() }
}

/** What is wrong with the words of the command; undefined: nothing. */
export function findFundProblem(words: FundWords): string | undefined {
  if (words.act === undefined)
    return words.amount || words.currency || words.reference ? 'did you mean: zakat-fee-fund add' : undefined
  if (words.act !== 'add') return 'did you mean: zakat-fee-fund, zakat-fee-fund add'
  const read = readAddition(words)
  return typeof read === 'string' ? read : undefined
}

/** A reference and currency name one transfer, so that a command that is run twice adds its money once. */
const sourceIdOf = ({ amount, reference }: Addition): string => {
  const hex = createHash('sha256').update(`zakat-fee-fund|${amount.currency}|${reference}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** Adds what the words say, if they say `add`, and prints the balance of every currency. Returns the exit code. */
export async function runZakatFeeFund(app: App, words: FundWords): Promise<number> {
  const read = words.act === 'add' ? readAddition(words) : undefined
  if (typeof read === 'string') throw new Error(read)
  const isAdded = read === undefined || (await add(app, read))
  if (read)
    console.log(
      isAdded
        ? `Added ${show(read.amount)} with the reference “${read.reference}”.`
        : `The reference “${read.reference}” was added before, so nothing was added.`,
    )
  const balances = await listZakatFeeFundBalances(app.db)
  if (balances.length === 0) console.log('The fund is empty.')
  for (const { currency, balance } of balances)
    console.log(`Balance: ${show(money(balance, currency as Currency))} ${currency}`)
  return isAdded ? 0 : 1
}

const show = (amount: Money): string => formatMoney(amount, 'en', { fractions: 'always' })

const add = (app: App, addition: Addition): Promise<boolean> =>
  app.write(async (tx) => {
    const at = app.clock()
    const { amount, reference } = addition
    const sourceId = sourceIdOf(addition)
    const isAdded = await addToZakatFeeFund(tx, { ...amount, txId: app.newId(), sourceId, at })
    if (isAdded)
      await record(tx, {
        actor: { kind: 'system' },
        act: 'ledger.zakat-fee-fund-added',
        object: `ledger:${sourceId}`,
        at,
        details: { amount: String(amount.amount), currency: amount.currency, reference },
      })
    return isAdded
  })
