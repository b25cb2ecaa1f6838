import { createHash } from 'node:crypto'
import { findImbalances, type LedgerEntry } from '#modules/money/ledger/rules/posting.ts'
import { ascending } from '#shared/collections.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'

/** The head before the first file. */
export const firstHead = '0'.repeat(64)

/** Accounts and meanings of campaigns' rows in a file (ledger-15). */
export type FileAccount = 'payable' | 'zakat' | 'reserve'
export type FileMeaning = 'gift' | 'fee' | 'payout' | 'reserve' | 'other'

/** One row of a file: a sum in minor units, positive for debits. All that is not a campaign's is the platform's. */
export type FileRow =
  | {
      readonly campaignId: bigint
      readonly currency: Currency
      readonly account: FileAccount
      readonly meaning: FileMeaning
      readonly sum: bigint
    }
  | { readonly campaignId: null; readonly currency: Currency; readonly sum: bigint }

/** An entry, or a sum of entries that differ only by their amounts. */
export type FileEntry = Omit<LedgerEntry, 'campaignId'> & { readonly campaignId?: bigint | null | undefined }

const accounts: Partial<Record<LedgerEntry['account'], FileAccount>> = {
  campaign_payable: 'payable',
  zakat_payable: 'zakat',
  campaign_reserve: 'reserve',
}
const memoAccounts: ReadonlySet<LedgerEntry['account']> = new Set(['offline_memo', 'gift_aid_memo'])
const meanings: Partial<Record<LedgerEntry['meaning'], FileMeaning>> = {
  gift: 'gift',
  covered_fee: 'fee',
  processing_fee: 'fee',
  payout: 'payout',
  release: 'payout',
  repayment: 'payout',
  reserve: 'reserve',
}

/** Returns the row's place in the file: all its columns but the sum. */
const keyOf = (row: FileRow): string =>
  row.campaignId === null
    ? `platform,${row.currency},,`
    : `${row.campaignId},${row.currency},${row.account},${row.meaning}`

const lineOf = (row: FileRow): string => `${keyOf(row)},${row.sum}`

/**
 * Returns the rows of a file from its transactions' entries (ledger-15): sums by campaign, currency, account and
 * meaning, and one row per currency for the platform, sorted by bytes. Leaves out memo accounts and sums of 0. Throws if
 * a currency doesn't sum to 0.
 */
export function fileRowsOf(entries: readonly FileEntry[]): FileRow[] {
  const rows = new Map<string, FileRow>()
  const counted = entries.filter(({ account }) => !memoAccounts.has(account))
  const imbalances = findImbalances(counted.map(({ campaignId: _, ...entry }) => entry))
  if (imbalances.length > 0) throw new Error(`a ledger file doesn’t balance in ${imbalances.join(', ')}`)
  for (const { account, campaignId, meaning, currency, amount } of counted) {
    const fileAccount = accounts[account]
    const row: FileRow =
      fileAccount && campaignId !== null && campaignId !== undefined
        ? { campaignId, currency, account: fileAccount, meaning: meanings[meaning] ?? 'other', sum: amount }
        : { campaignId: null, currency, sum: amount }
    const key = keyOf(row)
    rows.set(key, { ...row, sum: (rows.get(key)?.sum ?? 0n) + amount })
  }
  // Rows are ASCII, so the order of code units is the order of bytes.
  return [...rows.values()].filter(({ sum }) => sum !== 0n).sort((a, b) => ascending(lineOf(a), lineOf(b)))
}

/** Returns the text of a day's file, with the head of the file before it. Each line ends with LF. */
export const fileText = (day: LocalDate, headBefore: string, rows: readonly FileRow[]): string =>
  [`sunbul-ledger,1,${day},${headBefore}`, 'campaign,currency,account,meaning,sum', ...rows.map(lineOf), ''].join('\n')

/** Returns the head of a file: the SHA-256 of its bytes, in hexadecimal. */
export const headOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
