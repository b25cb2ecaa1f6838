import { sql } from 'kysely'
import { zakatServer } from '#modules/faith/zakat/index-server.ts'
import { listPayoutViews } from '#modules/money/payouts/index.ts'
import { charityRecords } from '#modules/organizers/charity-donors/index.ts'
import { hostedPagesServer } from '#modules/organizers/hosted-pages/index-server.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Db } from '#shared/ports.ts'
import type { WebhookPorts } from '../ports.ts'

/** A charity and ids of its objects of one type. */
type OfCharity = {
  readonly organizationId: bigint
  readonly subdomain: string
  readonly timeZone: string
  readonly ids: readonly string[]
}
type Reader = (ports: WebhookPorts, db: Db, objects: OfCharity) => Promise<ReadonlyMap<string, object>>

const byId = <Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.map((item) => [item.id, item]))

/** The types of objects, the first part of a kind of event, and how each is read as the API returns it (webhooks-1). */
export const objectReaders: Readonly<Record<string, Reader>> = {
  donation: async ({ clock }, db, charity) =>
    byId(await charityRecords.donations({ db, clock }, { ...charity, id: charity.organizationId }, charity.ids)),
  plan: async ({ clock }, db, charity) =>
    byId(await charityRecords.plans({ db, clock }, { ...charity, id: charity.organizationId }, charity.ids)),
  page: (ports, db, objects) => hostedPagesServer.readPublicPages(ports, db, objects),
  receipt: (_, db, { organizationId, ids }) => readReceipts(db, organizationId, ids),
  zakat: (_, db, { organizationId, ids }) => zakatServer.readDistributionViews(db, organizationId, ids),
  payout: async (_, db, { organizationId, ids }) => byId(await listPayoutViews(db, organizationId, ids)),
  webhook: async (_, __, { ids }) => new Map(ids.map((id) => [id, { endpointId: id }])),
}

type Receipt = {
  readonly id: string
  readonly number: string
  readonly kind: 'official' | 'plain'
  readonly taxYear: number
  readonly issuedAt: Date
  readonly currency: Currency
  readonly gift: bigint
  readonly donationIds: string[]
}

/** Reads a charity's receipts without their donors. `gift` is the sum of their donations, in minor units. */
async function readReceipts(db: Db, organizationId: bigint, ids: readonly string[]) {
  const { rows } = await sql<Receipt>`
    select
      r.id,
      r.number,
      r.kind,
      r.tax_year as "taxYear",
      r.issued_at as "issuedAt",
      min(d.currency) as currency,
      sum(d.gift)::bigint as gift,
      array_agg(d.id::text order by d.line) as "donationIds"
    from receipts.receipt r
    join receipts.line l on l.receipt_id = r.id
    join giving.donation d on d.id = l.donation_id
    where r.issuer_id = ${organizationId} and r.id = any(${[...ids]}::uuid[])
    group by r.id
  `.execute(db)
  return byId(rows)
}
