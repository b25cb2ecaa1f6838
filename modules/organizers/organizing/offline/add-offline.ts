import { one } from '#shared/collections.ts'
import { minuteMs } from '#shared/time.ts'
import { createHash } from 'node:crypto'
import { accountsOfSamePerson, type AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { checkedKey } from '#shared/idempotency-key.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { Currency } from '#shared/money.ts'
import { localDateIn } from '#shared/calendar.ts'
import { record } from '#modules/platform/audit/index.ts'
import { campaignRunBy, runningData } from '#modules/causes/campaigns/index.ts'
import { canReceiveDonations, type CharityVerification } from '#modules/causes/organizations/rules/verification.ts'
import { postMemoEntries } from '#modules/money/ledger/index.ts'
import type { OrganizingPorts } from '../ports.ts'
import {
  sumUnreviewedSince,
  findByRequest,
  insertOffline,
  lockEntries,
  type NewOffline,
  type OfflineRow,
} from '../queries/offline.ts'
import { type OfflineDraft, type OfflineDonation, readOffline } from '../rules/offline.ts'
import { startOfDay } from '../rules/period.ts'
import { needsSecondPerson, reviewLimit } from '../rules/review.ts'

const hash = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url')

/** Minutes in which identical donations without a key count as one (payments-1). */
const derivedKeyMinutes = 15

/**
 * Records an offline donation with evidence, in the fundraiser's currency (S2 §7; content-11). A large one waits for a
 * second person. A confirmed one is entered in the memo ledger, never in payouts. Records one donation for each key.
 */
export async function addOffline(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { campaignId: bigint; draft: OfflineDraft },
): Promise<OfflineRow> {
  await campaignRunBy(ports, viewer, input.campaignId, 'offline')
  const { currency, timeZone, ...verification } = await runningData(ports, input.campaignId)
  const instant = ports.clock()
  const { donation, faults } = readOffline(input.draft, { currency, today: localDateIn(timeZone, instant) })
  if (faults) throw new Problem('validation', 'invalid-input', { fields: faults })
  const requestHash = hash(
    String(donation.amount),
    donation.receivedOn,
    donation.donorName ?? '',
    donation.method,
    donation.note,
  )
  const key = keyOf(context, viewer, requestHash)
  return ports.write(async (tx) => {
    await lockEntries(tx, input.campaignId)
    const requestKey = 'given' in key ? key.given : await derivedKey(tx, input.campaignId, key.derived, instant)
    const [offline] = await findByRequest(tx, input.campaignId, [requestKey])
    if (offline && offline.requestHash !== requestHash)
      throw new Problem('validation', 'idempotency-key-reused', { status: 422 })
    if (offline) return offline
    await enterDonations(ports, tx, {
      viewer,
      context,
      campaignId: input.campaignId,
      currency,
      timeZone,
      verification,
      at: instant,
      importId: null,
      donations: [{ donation, requestKey, requestHash }],
    })
    return one(await findByRequest(tx, input.campaignId, [requestKey]))
  })
}

function keyOf(
  { idempotencyKey }: RequestContext,
  viewer: AccountViewer,
  requestHash: string,
): { given: string } | { derived: string } {
  if (idempotencyKey === undefined) return { derived: hash(viewer.accountId, requestHash) }
  return { given: `given:${hash(viewer.accountId, checkedKey(idempotencyKey))}` }
}

/** Returns the key of the last identical donation if it is recent, otherwise a new one. */
async function derivedKey(tx: Tx, campaignId: bigint, base: string, instant: Date): Promise<string> {
  for (let key = `derived:${base}`; ; key = `derived:${hash(key)}`) {
    const [offline] = await findByRequest(tx, campaignId, [key])
    if (!offline || offline.enteredAt.getTime() > instant.getTime() - derivedKeyMinutes * minuteMs) return key
  }
}

type OfflineEntry = {
  readonly viewer: AccountViewer
  readonly context: RequestContext
  readonly campaignId: bigint
  readonly currency: Currency
  readonly timeZone: string
  /** Verification of the charity, which must be valid at the time of recording (content-5). */
  readonly verification: CharityVerification
  readonly at: Date
  readonly importId: string | null
  readonly donations: readonly {
    readonly donation: OfflineDonation
    readonly requestKey: string
    readonly requestHash: string
  }[]
}

/**
 * Inserts donations, each confirmed or waiting, with memo entries and one audit entry. The caller has locked the
 * fundraiser.
 */
export async function enterDonations(
  ports: OrganizingPorts,
  tx: Tx,
  entry: OfflineEntry,
): Promise<{ waiting: number }> {
  const { viewer, campaignId, currency, at } = entry
  if (!canReceiveDonations(entry.verification, at)) throw new Problem('conflict', 'charity-not-verified')
  const limit = reviewLimit(ports.offlineReviewAbove, currency)
  const since = startOfDay(entry.timeZone, localDateIn(entry.timeZone, at))
  let alone = await sumUnreviewedSince(tx, {
    campaignId,
    accountIds: await accountsOfSamePerson(tx, viewer.accountId),
    since,
  })
  const rows = entry.donations.map(({ donation, requestKey, requestHash }): NewOffline => {
    const waits = needsSecondPerson(donation.amount, alone, limit)
    if (!waits) alone += donation.amount
    return {
      ...donation,
      id: ports.newId(),
      campaignId,
      currency,
      state: waits ? 'waiting' : 'counted',
      enteredBy: viewer.accountId,
      at,
      ledgerTxId: waits ? null : ports.newId(),
      requestKey,
      requestHash,
      importId: entry.importId,
    }
  })
  await postMemoEntries(
    tx,
    rows.flatMap(({ id, ledgerTxId, amount }) =>
      ledgerTxId === null ? [] : [{ txId: ledgerTxId, sourceId: id, campaignId, currency, amount, at }],
    ),
  )
  await insertOffline(tx, rows)
  const waiting = rows.filter(({ state }) => state === 'waiting').length
  await record(tx, {
    actor: { kind: 'account', id: viewer.accountId },
    act: 'organizing.offline-entered',
    object: `campaign:${campaignId}`,
    at,
    ip: entry.context.ip,
    details: {
      donations: rows.length,
      waiting,
      currency,
      sum: String(rows.reduce((sum, { amount }) => sum + amount, 0n)),
      ...(rows.length === 1 ? { offlineId: one(rows).id } : { importId: entry.importId }),
    },
  })
  return { waiting }
}
