import { findReviewedCampaign, setZakatVerified } from '#modules/causes/campaigns/index.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { evidenceOf, lockEvidence } from '../queries/evidence.ts'
import { declineVerification, findVerification, grantVerification, type ZakatVerification } from '../queries/zakat.ts'
import { checkExpiry } from '../rules/zakat.ts'
import { checkRuling } from '../rules/zakat-ruling.ts'
import type { SubjectKind } from '../subject.ts'
import { textsOfCampaign } from './report.ts'

export const textsOfVerification = ({
  categories,
  note,
  links,
}: Pick<ZakatVerification, 'categories' | 'note' | 'links'>) => ({
  categories: categories.join(', '),
  note,
  links: links.join('\n'),
})

const invalidExpiry = (fault: Fault) => new Problem('validation', 'invalid-input', { fields: { expiresOn: fault } })

/**
 * A fundraiser's request for zakat verification; `subjectId` is the request's id. Compares it with the valid
 * verification.
 */
export const zakatSubject: SubjectKind = {
  async describe(db, subjectId) {
    const verification = await findVerification(db, subjectId)
    const campaign = verification && (await findReviewedCampaign(db, verification.campaignId))
    if (!campaign) return undefined
    return {
      title: campaign.name,
      language: campaign.language,
      href: campaign.status === 0 ? null : `/v4/campaign/${encodeURIComponent(campaign.slug)}`,
      texts: textsOfVerification(verification),
      besides: [
        ...Object.values(textsOfCampaign(campaign)),
        ...(await evidenceOf(db, campaign.id, subjectId)).map(({ id }) => id),
      ],
    }
  },
  async hold(tx, { campaignId }) {
    await lockEvidence(tx, campaignId)
  },
  async decide(_ports, tx, { subjectId, campaignId, decision, reason, reviewerId, at, categories, expiresAt, ruling }) {
    const verification = await findVerification(tx, subjectId)
    if (verification?.state !== 'requested') throw new Problem('conflict', 'case-decided')
    if (decision !== 'approve') {
      await declineVerification(tx, subjectId, { reviewerId, at, reason })
      return
    }
    const granted = categories?.length
      ? verification.categories.filter((category) => categories.includes(category))
      : verification.categories
    if (granted.length === 0)
      throw new Problem('validation', 'invalid-input', { fields: { categories: { code: 'zakat-category-missing' } } })
    if (!expiresAt) throw invalidExpiry({ code: 'zakat-expiry-missing' })
    const fault = checkExpiry(expiresAt, at)
    if (fault) throw invalidExpiry(fault)
    const files = await evidenceOf(tx, campaignId, subjectId)
    const checked = checkRuling(ruling ?? {}, {
      today: at.toISOString().slice(0, 10),
      fileIds: files.map(({ id }) => id),
    })
    if ('faults' in checked) throw new Problem('validation', 'invalid-input', { fields: checked.faults })
    await grantVerification(tx, subjectId, {
      campaignId,
      categories: granted,
      ruling: checked.ruling,
      reviewerId,
      at,
      expiresAt,
    })
    await setZakatVerified(
      tx,
      campaignId,
      {
        categories: granted,
        schools: checked.ruling.schools,
        until: expiresAt,
        eligibleBps: checked.ruling.eligibleBps,
      },
      at,
    )
  },
}
