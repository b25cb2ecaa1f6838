import { required } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'
import { record } from '#modules/platform/audit/index.ts'
import {
  findCampaigns,
  findReviewedCampaign,
  assertNotOwnCharity,
  setZakatVerified,
} from '#modules/causes/campaigns/index.ts'
import { type AccountViewer, contactsOf } from '#modules/platform/identity/index.ts'
import type { ZakatSchool } from '#modules/causes/campaigns/rules/zakat.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { ModerationPorts } from '../ports.ts'
import {
  findGranted,
  listGranted,
  endRevokedVerification,
  claimEndingVerifications,
  expireVerifications,
} from '../queries/zakat.ts'
import { personOf, casesPerPage } from '../queue.ts'
import { reasonMax } from '../rules/decisions.ts'
import { warnDays, type ZakatCategory, zakatSource } from '../rules/zakat.ts'
import { mailOrganizers } from '../mail-organizers.ts'
import { notifyZakatDonorsTask, type RevokedVerification } from './notify-zakat-donors.ts'

export type PublicVerification = {
  readonly categories: readonly ZakatCategory[]
  /** Surah and verse of the category. */
  readonly source: string
  readonly ruledBy: string | null
  readonly ruledOn: string | null
  readonly schools: readonly ZakatSchool[]
  readonly conditions: string
  readonly eligibleBps: number
  readonly documentUrl: string | null
  /** Name of the reviewer; empty after they left the operator. */
  readonly verifiedBy: string
  readonly verifiedAt: Date
  readonly expiresAt: Date
}

/**
 * Returns who verified a fundraiser for zakat, when, until when and for which recipients; undefined if it isn't
 * verified.
 */
export async function zakatVerificationOf(
  ports: Pick<Ports, 'db' | 'clock'>,
  campaignId: bigint,
): Promise<PublicVerification | undefined> {
  const granted = await findGranted(ports.db, campaignId)
  if (!granted || granted.expiresAt <= ports.clock()) return undefined
  const [reviewer] = granted.reviewerId ? await contactsOf(ports.db, [granted.reviewerId]) : []
  return {
    categories: granted.categories,
    source: zakatSource,
    ruledBy: granted.ruledBy,
    ruledOn: granted.ruledOn,
    schools: granted.schools,
    conditions: granted.conditions,
    eligibleBps: granted.eligibleBps,
    documentUrl: granted.documentUrl,
    verifiedBy: reviewer ? `${reviewer.firstName} ${reviewer.lastName}`.trim() : '',
    verifiedAt: granted.verifiedAt,
    expiresAt: granted.expiresAt,
  }
}

/** Returns all valid verifications, the first to expire first, for staff who can revoke them. */
export async function listValidVerifications(ports: Pick<Ports, 'db'>, page: number) {
  const rows = await listGranted(ports.db, { offset: (page - 1) * casesPerPage, limit: casesPerPage + 1 })
  const grantedVerifications = rows.slice(0, casesPerPage)
  const campaigns = new Map(
    (
      await findCampaigns(
        ports.db,
        grantedVerifications.map(({ campaignId }) => campaignId),
      )
    ).map((campaign) => [campaign.id, campaign]),
  )
  const people = new Map(
    (
      await contactsOf(ports.db, [
        ...new Set(grantedVerifications.flatMap(({ reviewerId }) => (reviewerId ? [reviewerId] : []))),
      ])
    ).map((person) => [person.id, personOf(person)]),
  )
  return {
    verifications: grantedVerifications.map((grantedVerification) => ({
      id: grantedVerification.id,
      campaign: campaigns.get(grantedVerification.campaignId)?.name ?? '',
      slug: campaigns.get(grantedVerification.campaignId)?.slug ?? '',
      language: campaigns.get(grantedVerification.campaignId)?.language ?? 'en',
      categories: [...grantedVerification.categories],
      by: (grantedVerification.reviewerId && people.get(grantedVerification.reviewerId)?.name) || '',
      verifiedAt: grantedVerification.verifiedAt,
      expiresAt: grantedVerification.expiresAt,
    })),
    hasMore: rows.length > casesPerPage,
  }
}

/**
 * Revokes a verification at once, with a reason for colleagues and the audit log. Notifies the organizer and, by a job,
 * the donors of zakat. Their donations are still recorded as zakat.
 */
export async function revokeVerification(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly verificationId: string; readonly reason: string; readonly message?: string | undefined },
): Promise<void> {
  const reason = input.reason.trim()
  if (reason === '')
    throw new Problem('validation', 'invalid-input', { fields: { reason: { code: 'reason-missing' } } })
  if (Array.from(reason).length > reasonMax)
    throw new Problem('validation', 'invalid-input', {
      fields: { reason: { code: 'text-too-long', params: { max: reasonMax } } },
    })
  await ports.write(async (tx) => {
    const instant = ports.clock()
    const revoked = await endRevokedVerification(tx, input.verificationId, { at: instant, reason })
    if (!revoked) throw new Problem('not-found', 'verification-not-found')
    await assertNotOwnCharity(tx, viewer.accountId, { campaignIds: [revoked.campaignId] })
    await setZakatVerified(tx, revoked.campaignId, null, instant)
    await mailOrganizers(ports, tx, required(await findReviewedCampaign(tx, revoked.campaignId)), {
      name: 'zakat.revoke',
      key: `zakat.${input.verificationId}.revoke`,
      message: input.message?.trim() || undefined,
    })
    const givers: RevokedVerification = {
      verificationId: input.verificationId,
      campaignId: String(revoked.campaignId),
      after: '',
    }
    await ports.enqueue(tx, notifyZakatDonorsTask, givers)
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'moderation.zakat-revoked',
      object: `campaign:${revoked.campaignId}`,
      at: instant,
      ip: context.ip,
      details: { verification: input.verificationId, reason },
    })
  })
}

const batch = 100

/**
 * Hourly job that ends expired verifications and notifies organizers 30 days before. Returns the number of each.
 * Donations and pages check the date themselves (`zakat_until`); search and lists depend on this job.
 */
export async function endVerifications(ports: ModerationPorts): Promise<{ ended: number; warned: number }> {
  return {
    ended: await inBatches((tx) => endBatch(ports, tx), ports),
    warned: await inBatches((tx) => warnBatch(ports, tx), ports),
  }
}

type Work = (tx: Parameters<Parameters<Ports['write']>[0]>[0]) => Promise<number>
async function inBatches(work: Work, ports: ModerationPorts): Promise<number> {
  let sum = 0
  for (;;) {
    const done = await ports.write(work)
    sum += done
    if (done < batch) return sum
  }
}

const endBatch = async (ports: ModerationPorts, tx: Parameters<Work>[0]): Promise<number> => {
  const instant = ports.clock()
  const ended = await expireVerifications(tx, instant, batch)
  for (const { id, campaignId } of ended) {
    await setZakatVerified(tx, campaignId, null, instant)
    await mailOrganizers(ports, tx, required(await findReviewedCampaign(tx, campaignId)), {
      name: 'zakat.expired',
      key: `zakat.${id}.expired`,
    })
    await record(tx, {
      actor: { kind: 'system' },
      act: 'moderation.zakat-expired',
      object: `campaign:${campaignId}`,
      at: instant,
      details: { verification: id },
    })
  }
  return ended.length
}

const warnBatch = async (ports: ModerationPorts, tx: Parameters<Work>[0]): Promise<number> => {
  const now = ports.clock()
  const ending = await claimEndingVerifications(tx, {
    now,
    until: new Date(now.getTime() + warnDays * dayMs),
    limit: batch,
  })
  for (const { id, campaignId, expiresAt } of ending)
    await mailOrganizers(ports, tx, required(await findReviewedCampaign(tx, campaignId)), {
      name: 'zakat.expiring',
      key: `zakat.${id}.expiring`,
      until: expiresAt,
    })
  return ending.length
}
