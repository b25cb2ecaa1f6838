import type { Invitation } from './queries/invitations.ts'
import { type News, richTextOf, type OwnLevel } from '#modules/causes/campaigns/index.ts'
import { hiddenFlag } from '#modules/causes/campaigns/rules/level.ts'
import { optionsOf } from '#modules/causes/campaigns/rules/level-fields.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import type { Currency } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import type { OpenDraft } from './draft-view.ts'
import { wholeAmountText } from './rules/draft.ts'

/** Converts a draft to the wire format, with everything that its preview renders. */
export const draftView = (open: OpenDraft) => ({
  campaignId: open.campaign.id.toString(),
  slug: open.campaign.slug,
  version: open.version,
  savedAt: open.changedAt,
  published: open.published,
  state: open.state,
  content: { ...open.content },
  story: richTextOf(open.content.story),
  coverUrl: open.content.coverId === '' ? null : pictureUrl(open.content.coverId),
  currency: open.campaign.currency,
  raised: open.raised,
  timeZone: open.timeZone,
  giftAid: open.campaign.giftAid,
  taxReceiptCountries: open.campaign.taxReceiptCountries,
  zakatVerified: open.campaign.zakatVerified,
  organizerName: open.campaign.organizerName,
  organizationName: open.organizationName,
  organizationId: open.campaign.organizationId.toString(),
  missing: codesOf(open.missing),
  wrong: codesOf(open.wrong),
  isCharityAsked: open.state === 'review' && open.submission?.charityState === 'asked',
  review:
    open.submission === undefined || open.submission.decision === 'withdrawn'
      ? null
      : {
          decision: open.submission.decision === null ? ('open' as const) : open.submission.decision,
          reason: open.submission.reason,
          at: open.submission.decidedAt ?? open.submission.submittedAt,
        },
})

/** Converts faults to codes, for which the page has its own messages. */
const codesOf = (faults: Readonly<Partial<Record<string, Fault>>>) =>
  Object.entries(faults).flatMap(([field, fault]) =>
    fault ? [{ field, code: fault.code, params: fault.params ?? {} }] : [],
  )

/** Converts a level for its dialog. Amounts in minor units; `amountText` and `benefitText` are the dialog's values. */
export const ownLevelView = (level: OwnLevel, currency: Currency) => {
  return {
    id: level.id.toString(),
    version: level.version,
    title: level.title,
    description: level.description,
    amount: Number(level.amount),
    amountText: wholeAmountText(level.amount, currency),
    limit: level.claimLimit > 0 ? level.claimLimit : null,
    claimed: level.claimed,
    reserved: level.reserved,
    benefitText: level.benefitValue === 0n ? '' : wholeAmountText(level.benefitValue, currency),
    hidden: (level.flags & hiddenFlag) !== 0,
    ...optionsOf(level),
  }
}

export const newsView = (news: News) => ({
  id: news.id,
  title: news.title,
  body: news.body,
  nodes: richTextOf(news.body),
  publishedAt: news.publishedAt,
  changedAt: news.changedAt,
})

/** Returns an open invitation for the API. */
export const invitationView = ({ id, email, role, publicName, publicRole, expiresAt }: Invitation) => ({
  id,
  email,
  role,
  publicName,
  publicRole,
  expiresAt,
})

/** Returns the giving levels of a fundraiser for the API. */
export const levelsView = ({
  currency,
  levels,
}: {
  readonly currency: Currency
  readonly levels: readonly OwnLevel[]
}) => ({
  currency,
  levels: levels.map((level) => ownLevelView(level, currency)),
})
