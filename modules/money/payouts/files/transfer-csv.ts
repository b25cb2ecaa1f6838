import { stringify } from 'csv-stringify/sync'
import { spreadsheetForm, textCell } from '#modules/money/receipts/rules/csv.ts'
import { money, toMajor } from '#shared/money.ts'
import type { BankFile } from './payment-order.ts'

/** The columns in order; docs/operations.md describes them. */
const columns = [
  'reference',
  'name',
  'country',
  'account_type',
  'bank_code',
  'account_number',
  'iban',
  'currency',
  'amount',
] as const

/** Writes the payments as CSV for a bank's own import, one row for each (payouts-12). */
export const writeTransferCsv = ({ currency, orders }: BankFile): Buffer =>
  Buffer.from(
    stringify(
      [
        columns,
        ...orders.map((order) => [
          order.reference,
          textCell(order.name),
          order.country,
          order.accountType,
          textCell(order.bankCode),
          textCell(order.accountNumber),
          order.iban,
          currency,
          toMajor(money(order.amount, currency)),
        ]),
      ],
      { ...spreadsheetForm, bom: false },
    ),
  )
