import type { Cursor } from '#shared/cursor.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Ports } from '#shared/ports.ts'
import { ownedIds } from '#modules/money/giving/index.ts'
import type { Regime } from '../rules/serial.ts'
import type { ReceiptSnapshot } from '../rules/snapshot.ts'
import '../tables.ts'

/** Selects the live receipts of the donations that an account may see; `$1` is the account. */
const ownedReceipts = `
  select distinct l.receipt_id
  from receipts.line l
  where l.donation_id in (${ownedIds('$1')})
    and not exists (select from receipts.void v where v.receipt_id = l.receipt_id)
`

/**
 * Returns whether the account may see one of a receipt's donations. A receipt has one donor, so one donation is
 * enough.
 */
export const ownsReceipt = async (ports: Ports, accountId: string, receiptId: string): Promise<boolean> =>
  (
    await ports.statement(
      'receipts.owns',
      `select 1 from receipts.line l where l.receipt_id = $2::uuid and l.donation_id in (${ownedIds('$1')}) limit 1`,
      [accountId, receiptId],
    )
  ).length > 0

/** Returns whether a receipt is for a donation of this guest. */
export const isGuestsReceipt = async (ports: Ports, guestId: string, receiptId: string): Promise<boolean> =>
  (
    await ports.statement(
      'receipts.of_guest',
      'select 1 from receipts.line l join giving.donation d on d.id = l.donation_id where l.receipt_id = $2::uuid and d.guest_id = $1::uuid and d.retained_until is null limit 1',
      [guestId, receiptId],
    )
  ).length > 0

/** Lists the ids of a receipt's donations. */
export const donationsOfReceipt = async (db: Db, receiptId: string): Promise<string[]> =>
  (
    await db.selectFrom('receipts.line').select('donation_id').distinct().where('receipt_id', '=', receiptId).execute()
  ).map(({ donation_id }) => donation_id)

export type OwnedReceipt = { readonly id: string; readonly snapshot: ReceiptSnapshot; readonly issuedAt: Date }

/** Lists an account's receipts, newest first, after the cursor `before`. */
export const listOwnedReceipts = (
  ports: Ports,
  accountId: string,
  limit: number,
  before: Cursor | undefined,
): Promise<OwnedReceipt[]> =>
  ports.statement<OwnedReceipt>(
    before ? 'receipts.owned_before' : 'receipts.owned',
    `
      select r.id, r.snapshot, date_trunc('milliseconds', r.issued_at) as "issuedAt"
      from receipts.receipt r
      where r.id in (
        ${ownedReceipts}
      ) ${before ? `and (date_trunc('milliseconds', r.issued_at), r.id) < ($3, $4::uuid)` : ''}
      order by date_trunc('milliseconds', r.issued_at) desc, r.id desc
      limit $2
    `,
    before ? [accountId, limit, before.at, before.id] : [accountId, limit],
  )

export type ReceiptDay = { readonly number: string; readonly regime: Regime; readonly givenOn: LocalDate }

/** Returns number, law and day of each receipt, enough to list the tax years and their receipts. */
export const ownedReceiptDays = (ports: Ports, accountId: string): Promise<ReceiptDay[]> =>
  ports.statement<ReceiptDay>(
    'receipts.owned_days',
    `
      select r.number, r.snapshot->'issuer'->>'receiptRegime' as regime, r.snapshot->'givenOn'->>'date' as "givenOn"
      from receipts.receipt r
      where r.id in (${ownedReceipts})
    `,
    [accountId],
  )

export const ownedSnapshots = async (
  ports: Ports,
  accountId: string,
  regime: Regime,
  days: { from: string; to: string },
): Promise<ReceiptSnapshot[]> =>
  (
    await ports.statement<{ snapshot: ReceiptSnapshot }>(
      'receipts.owned_snapshots',
      `select r.snapshot from receipts.receipt r where r.id in (${ownedReceipts})
         and r.snapshot->'issuer'->>'receiptRegime' = $2 and r.snapshot->'givenOn'->>'date' between $3 and $4`,
      [accountId, regime, days.from, days.to],
    )
  ).map((row) => row.snapshot)

/**
 * Lists the live receipts of an address without an account, newest first: of donations that no account has claimed.
 * `emailKey`: in lower case.
 */
export const listGuestReceipts = (ports: Ports, emailKey: string, limit: number): Promise<OwnedReceipt[]> =>
  ports.statement<OwnedReceipt>(
    'receipts.of_address',
    `select r.id, r.snapshot, r.issued_at as "issuedAt" from receipts.receipt r where r.id in (
       select l.receipt_id from giving.donation d join receipts.line l on l.donation_id = d.id
       where lower(d.email) = $1 and d.email is not null and d.account_id is null and d.retained_until is null
         and not exists (select from giving.claim c where c.donation_id = d.id)
         and not exists (select from receipts.void v where v.receipt_id = l.receipt_id))
     order by r.issued_at desc, r.id desc limit $2`,
    [emailKey, limit],
  )
