import { listPayoutViews } from '#modules/money/payouts/index.ts'
import { charityRecords } from '#modules/organizers/charity-donors/index.ts'
import { pageStateOf } from '#modules/organizers/hosted-pages/rules/page-states.ts'
import { paymentStatusOf } from '#modules/recurring/plans/rules/states.ts'
import { changesOf, keyOf, type RecordList } from './list-changes.ts'
import { type ChangedDonor, listChangedDonors } from './queries/changes.ts'
import { findOccurrences, findOfflineRecords, findPages, findReceipts, findRefunds } from './queries/records.ts'
import type { FeedPosition } from './rules/feed-position.ts'

const idsOf = (changes: readonly FeedPosition[]): string[] => changes.map(({ objectId }) => objectId)

/** Returns records by the keys of their changes. */
const byId = <Item extends { readonly id: string }>(records: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(records.map((record) => [keyOf({ objectId: record.id, part: 0 }), record]))

const define = <Item, Change extends FeedPosition = FeedPosition>(
  list: RecordList<Item, Change>,
): RecordList<Item, Change> => list

/** The kinds of records of a charity, field by field, so that nothing else is sent (privacy-2). */
export const recordLists = {
  donations: define({
    act: 'donors',
    list: changesOf('donation'),
    read: async (ports, charity, changes) => byId(await charityRecords.donations(ports, charity, idsOf(changes))),
  }),
  donors: define({
    act: 'donors',
    list: listChangedDonors,
    read: async (ports, charity, changes: readonly ChangedDonor[]) => {
      const keys = changes.map(({ key }) => key)
      const donors = await charityRecords.donors(ports, charity, keys)
      return new Map(
        changes.flatMap((change) => {
          const donor = donors.get(change.key.toString('hex'))
          if (!donor) return []
          const { segments: _segments, hasPlan: _hasPlan, ...record } = donor
          return [[keyOf(change), record] as const]
        }),
      )
    },
  }),
  plans: define({
    act: 'donors',
    list: changesOf('plan'),
    read: async (ports, charity, changes) =>
      byId((await charityRecords.plans(ports, charity, idsOf(changes))).map(({ mails: _mails, ...record }) => record)),
  }),
  occurrences: define({
    act: 'donors',
    list: changesOf('occurrence'),
    read: async ({ db }, charity, changes) =>
      new Map(
        (await findOccurrences(db, charity.id, changes)).map((row) => {
          const key = keyOf({ objectId: row.planId, part: row.number })
          return [
            key,
            {
              id: key,
              planId: row.planId,
              number: row.number,
              on: row.on,
              status: paymentStatusOf(row.state),
              skipReason: row.skipReason,
              gift: row.gift,
              currency: row.currency,
              donationId: row.donationId,
            },
          ]
        }),
      ),
  }),
  refunds: define({
    act: 'donors',
    list: changesOf('refund'),
    read: async ({ db }, charity, changes) =>
      byId(
        (await findRefunds(db, charity.id, changes)).map((row) => {
          const donations = row.donations.map(({ id, gift }) => ({ id, gift: BigInt(gift) }))
          return {
            id: row.id,
            state: row.state,
            isDispute: row.isDispute,
            gift: donations.reduce((sum, { gift }) => sum + gift, 0n),
            currency: row.currency,
            donations,
            createdAt: row.createdAt,
            settledAt: row.settledAt,
          }
        }),
      ),
  }),
  receipts: define({
    act: 'donors',
    list: changesOf('receipt'),
    read: async ({ db }, charity, changes) =>
      byId(
        (await findReceipts(db, charity.id, changes)).map((row) => ({
          id: row.id,
          number: row.number,
          kind: row.kind,
          revision: row.revision,
          taxYear: row.taxYear,
          donationIds: [...row.donationIds],
          issuedAt: row.issuedAt,
          voidedAt: row.voidedAt,
        })),
      ),
  }),
  payouts: define({
    act: 'bank',
    list: changesOf('payout'),
    read: async ({ db }, charity, changes) => byId(await listPayoutViews(db, charity.id, idsOf(changes))),
  }),
  pages: define({
    act: 'read',
    list: changesOf('page'),
    read: async ({ db, clock }, charity, changes) =>
      byId(
        (await findPages(db, charity.id, changes)).map((row) => ({
          id: row.id,
          fundraiserId: String(row.campaignId),
          slug: row.slug,
          name: row.name,
          state: pageStateOf(row, clock()),
          goal: row.goal,
          currency: row.currency,
          endsAt: row.endsAt,
          publishedAt: row.publishedAt,
        })),
      ),
  }),
  offlineDonations: define({
    act: 'offline',
    list: changesOf('offline-donation'),
    read: async ({ db }, charity, changes) =>
      byId(
        (await findOfflineRecords(db, charity.id, changes)).map((row) => ({
          id: row.id,
          fundraiserId: String(row.campaignId),
          amount: row.amount,
          currency: row.currency,
          receivedOn: row.receivedOn,
          donorName: row.donorName,
          method: row.method,
          state: row.state,
          reason: row.reason,
        })),
      ),
  }),
}
