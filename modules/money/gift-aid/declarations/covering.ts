import type { FieldKey } from '#modules/platform/identity/index.ts'
import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Db } from '#shared/ports.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import { type DeclarerDetails, decryptDetails } from './declarer-details.ts'
import { type Declaration, findCoveringDeclaration } from './rules/coverage.ts'
import '../tables.ts'

/** A donation with the declaration that covers it and its declarer's newest details. Amounts in minor units. */
export type CoveredDonation = {
  readonly donationId: string
  readonly declarationId: string
  readonly intentId: string
  readonly campaignId: bigint
  readonly campaignName: string
  readonly accountId: string | null
  /** Identifies the donor within the charity without naming them. */
  readonly donorKey: Buffer
  readonly isAnonymous: boolean
  readonly currency: Currency
  /** The gift without tip and covered fee, before refunds, and what of it was refunded. */
  readonly gift: bigint
  readonly refunded: bigint
  readonly givenAt: Date
  /** Day in the United Kingdom. */
  readonly givenOn: LocalDate
  /** The declarer's newest name and address; null if they were purged. */
  readonly details: DeclarerDetails | null
}

type Row = Omit<CoveredDonation, 'donationId' | 'declarationId' | 'details'> & {
  readonly id: string
  readonly isExcluded: boolean
  readonly organizationId: bigint
  readonly declarations: readonly (Omit<Declaration, 'declaredAt'> & { readonly declaredAt: string })[]
  /** The newest details that a form stored with a donation, and when. */
  readonly formAddress: PostalAddress | null
  readonly formSince: Date | null
  readonly accountDetails: Buffer | null
  readonly accountSince: Date | null
  readonly paperDetails: Buffer | null
  readonly paperSince: Date | null
}

/**
 * Returns a charity's donations that a declaration covers, oldest first; all of them, or those in `donationIds`. The
 * newest covering declaration counts, with the newest name and address of its declarer (gift-aid-2). Excluded and
 * unconfirmed ones are left out.
 */
export async function findCoveredDonations(
  ports: { readonly db: Db; readonly fieldKey: FieldKey },
  organizationId: bigint,
  { donationIds }: { readonly donationIds?: readonly string[] } = {},
): Promise<CoveredDonation[]> {
  const { rows } = await sql<Row>`
    select
      d.id,
      d.intent_id as "intentId",
      d.campaign_id as "campaignId",
      c.name as "campaignName",
      c.organization_id as "organizationId",
      coalesce(d.account_id, k.account_id) as "accountId",
      d.donor_key as "donorKey",
      d.is_anonymous as "isAnonymous",
      d.currency,
      d.gift,
      coalesce(r.gift, 0) as refunded,
      d.given_at as "givenAt",
      (d.given_at at time zone 'Europe/London')::date::text as "givenOn",
      d.gift_aid_choice is not distinct from 'excluded' or x.donation_id is not null as "isExcluded",
      g.declarations,
      f.address as "formAddress",
      f.since as "formSince",
      a.details as "accountDetails",
      a.valid_from as "accountSince",
      p.details as "paperDetails",
      p.valid_from as "paperSince"
    from giving.donation d
    join campaigns.campaign c on c.id = d.campaign_id
    left join giving.claim k on k.donation_id = d.id
    left join giving.refunded_amount r on r.donation_id = d.id
    left join gift_aid.exclusion x on x.donation_id = d.id
    join lateral (
      select
        json_agg(
          json_build_object(
            'id', e.id,
            'scope', e.scope,
            'donationId', e.donation_id,
            'declaredAt', e.declared_at,
            'coversFrom', e.covers_from,
            'coversUntil', e.covers_until,
            'isUnconfirmed', e.needs_confirmation and e.confirmed_at is null
          )
        ) as declarations
      from gift_aid.declaration e
      where e.organization_id = c.organization_id
        and (
          (e.scope = 'donation' and e.donation_id = d.id)
          or (e.scope <> 'donation' and e.account_id = coalesce(d.account_id, k.account_id))
          or (e.scope <> 'donation' and e.donor_key = d.donor_key)
        )
    ) g on g.declarations is not null
    left join lateral (
      select s.address, coalesce(s.address_changed_at, s.declared_at) as since
      from giving.gift_aid_declaration s
      where s.first_name <> ''
        and (
          s.donation_id = d.id
          or s.donation_id in (select o.id from giving.donation o where o.account_id = coalesce(d.account_id, k.account_id))
        )
      order by coalesce(s.address_changed_at, s.declared_at) desc, s.donation_id
      limit 1
    ) f on true
    left join lateral (
      select n.details, n.valid_from
      from gift_aid.declarer_details n
      where n.account_id = coalesce(d.account_id, k.account_id)
      order by n.valid_from desc
      limit 1
    ) a on true
    left join lateral (
      select n.details, n.valid_from
      from gift_aid.declarer_details n
      where n.organization_id = c.organization_id and n.donor_key = d.donor_key
      order by n.valid_from desc
      limit 1
    ) p on true
    where c.organization_id = ${organizationId}
      and (${donationIds === undefined} or d.id = any(${donationIds ?? []}::uuid[]))
    order by d.given_at, d.id
  `.execute(ports.db)
  return rows.flatMap((row) => toCovered(ports.fieldKey, row))
}

function toCovered(fieldKey: FieldKey, row: Row): CoveredDonation[] {
  const declarations = row.declarations.map((stored) => ({ ...stored, declaredAt: new Date(stored.declaredAt) }))
  const covering = findCoveringDeclaration(row, declarations)
  if (!covering) return []
  const { intentId, campaignId, campaignName, accountId, donorKey, isAnonymous } = row
  const { currency, gift, refunded, givenAt, givenOn } = row
  const covered = { intentId, campaignId, campaignName, accountId, donorKey, isAnonymous, currency }
  return [
    {
      donationId: row.id,
      declarationId: covering.id,
      ...covered,
      gift,
      refunded,
      givenAt,
      givenOn,
      details: newestDetails(fieldKey, row),
    },
  ]
}

/** Returns the newest details of a donation's declarer, from a form, the account or paper. */
function newestDetails(fieldKey: FieldKey, row: Row): DeclarerDetails | null {
  const { accountId, organizationId, donorKey, accountDetails, paperDetails } = row
  const versions = [
    { since: row.formSince, read: () => row.formAddress },
    {
      since: row.accountSince,
      read: () => accountId && accountDetails && decryptDetails(fieldKey, { accountId }, accountDetails),
    },
    {
      since: row.paperSince,
      read: () => paperDetails && decryptDetails(fieldKey, { organizationId, donorKey }, paperDetails),
    },
  ]
  const [newest] = versions.filter(({ since }) => since !== null).toSorted((a, b) => Number(b.since) - Number(a.since))
  return newest?.read() || null
}

/** Returns those of the donations whose anonymous donor declared and hasn't agreed yet that the charity gets the name. */
export async function listUnconfirmed(db: Db, donationIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('gift_aid.declaration')
    .select('donation_id as id')
    .where(sql<boolean>`donation_id = any(${donationIds}::uuid[])`)
    .where('needs_confirmation', '=', true)
    .where('confirmed_at', 'is', null)
    .execute()
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}
