import { sql } from 'kysely'
import { mailboxOf, ownedIds } from '#modules/money/giving/index.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import type { ReceiptSnapshot } from '../rules/snapshot.ts'
import '../tables.ts'

export type ReceiptToResend = {
  readonly id: string
  readonly number: string
  /** The donor's current email. */
  readonly email: string | null
  readonly locale: string
  readonly snapshot: ReceiptSnapshot
  readonly campaignSlug: string
}

/** Finds the live receipt of a donation that an account may see, by the id of either; the newest revision. */
export const findReceiptToResend = async (
  ports: Ports,
  accountId: string,
  id: string,
): Promise<ReceiptToResend | undefined> =>
  (
    await ports.statement<ReceiptToResend>(
      'receipts.to_resend',
      `
        select r.id, r.number, ${mailboxOf('d')} as email, r.locale, r.snapshot, c.slug as "campaignSlug"
        from receipts.line l
        join receipts.receipt r on r.id = l.receipt_id
        join giving.donation d on d.id = l.donation_id
        join campaigns.campaign c on c.id = d.campaign_id
        where (l.donation_id = $2::uuid or l.receipt_id = $2::uuid)
          and l.donation_id in (${ownedIds('$1')})
          and not exists (select from receipts.void v where v.receipt_id = r.id)
        order by r.revision desc, d.line
        limit 1
      `,
      [accountId, id],
    )
  )[0]

export type Copy = {
  readonly accountId: string
  readonly receiptId: string
  /** The id in the request: a donation's or a receipt's. */
  readonly requestedFor: string
  /** The day in UTC. */
  readonly day: string
  readonly key: string | undefined
  readonly at: Date
}

/** Returns the result of an earlier request with this key. */
export const findCopyByKey = async (ports: Ports, accountId: string, key: string) =>
  (
    await ports.statement<{ id: string; number: string; nth: number; requestedFor: string }>(
      'receipts.copy_by_key',
      `
        select r.id, r.number, k.nth, k.requested_for as "requestedFor"
        from receipts.copy k
        join receipts.receipt r on r.id = k.receipt_id
        where k.account_id = $1::uuid and k.idempotency_key = $2
      `,
      [accountId, key],
    )
  )[0]

/**
 * Claims the next of the day's copies; unique keys decide between concurrent requests. Undefined if it was claimed
 * meanwhile, or none are left.
 */
export async function reserveCopyNumber(tx: Tx, copy: Copy): Promise<number | undefined> {
  const { rows } = await sql<{ nth: number }>`
    insert into receipts.copy (account_id, requested_on, nth, receipt_id, requested_at, idempotency_key, requested_for)
    select
      ${copy.accountId}::uuid,
      ${copy.day}::date,
      n,
      ${copy.receiptId}::uuid,
      ${copy.at}::timestamptz,
      ${copy.key ?? null}::text,
      ${copy.requestedFor}::uuid
    from (
      select count(*) + 1 as n
      from receipts.copy
      where account_id = ${copy.accountId}::uuid and requested_on = ${copy.day}::date
    ) as counted
    where n <= 3
    on conflict do nothing
    returning nth
  `.execute(tx)
  return rows[0]?.nth
}

/** Returns the valid receipts of these donations that this charity issued, with their donors' email addresses. */
export const findReceiptsToResend = async (
  tx: Tx,
  request: { readonly issuerId: bigint; readonly donationIds: readonly string[] },
): Promise<(ReceiptToResend & { readonly email: string; readonly issuer: string })[]> =>
  (
    await sql<ReceiptToResend & { readonly email: string; readonly issuer: string }>`
      select distinct on (r.id)
        r.id,
        r.number,
        ${sql.raw(mailboxOf('d'))} as email,
        r.locale,
        r.snapshot,
        c.slug as "campaignSlug",
        o.name as issuer
      from receipts.line l
      join receipts.receipt r on r.id = l.receipt_id
      join organizations.organization o on o.id = r.issuer_id
      join giving.donation d on d.id = l.donation_id
      join campaigns.campaign c on c.id = d.campaign_id
      where l.donation_id = any(${[...request.donationIds]}::uuid[])
        and r.issuer_id = ${request.issuerId}
        and d.email is not null
        and d.retained_until is null
        and not exists (select from receipts.void v where v.receipt_id = r.id)
      order by r.id, d.line
    `.execute(tx)
  ).rows

/** Returns those of the Message-IDs whose mail was queued before. */
export const findSentCopies = async (tx: Tx, messageIds: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await sql<{ id: string }>`
        select message_id as id from notifications.mail where message_id = any(${[...messageIds]}::text[])
      `.execute(tx)
    ).rows.map(({ id }) => id),
  )

/** Finds a valid receipt, with its donor's current email; null if the donor has none or is erased. */
export const findValidReceipt = async (tx: Tx, receiptId: string): Promise<ReceiptToResend | undefined> =>
  (
    await sql<ReceiptToResend>`
      select
        r.id,
        r.number,
        case when d.email is not null and d.retained_until is null then ${sql.raw(mailboxOf('d'))} end as email,
        r.locale,
        r.snapshot,
        c.slug as "campaignSlug"
      from receipts.receipt r
      join receipts.line l on l.receipt_id = r.id
      join giving.donation d on d.id = l.donation_id
      join campaigns.campaign c on c.id = d.campaign_id
      where r.id = ${receiptId}::uuid and not exists (select from receipts.void v where v.receipt_id = r.id)
      order by d.line
      limit 1
    `.execute(tx)
  ).rows[0]
