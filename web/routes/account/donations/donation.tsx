import '#web/features/money/giving/styles/donation.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { wasPaid } from '#modules/money/giving/rules/donation-status.ts'
import { isProblem } from '#shared/problem.ts'
import { withHijriDay } from '#web/features/money/giving/hijri-day.ts'
import { OwnWords } from '#web/features/organizers/comments/own-words.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/donation'
import { MarkAsZakat, withSentence } from '#web/features/faith/zakat/marking/mark-as-zakat.tsx'
import type { TaxAddress } from '#web/features/money/receipts/tax-addresses/tax-address.ts'
import {
  DonationActions,
  DonationAmounts,
  DonationDetails,
  DonationLinks,
  RefundRequestNotice,
} from './donation-parts.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, hasPayouts, locale, viewer, sentencesOf } = context.get(renderContext)
  const url = new URL(request.url)
  if (!viewer.isSignedIn) throw redirectToLogin(url.pathname)
  try {
    const donation = await api('GET /v4/account/donations/:donationId', { donationId: params.donationId })
    const isPaid = wasPaid(donation.status)
    const [{ receipt }, refunded, { comment }, marking, isQurbani, tax] = await Promise.all([
      isPaid
        ? api('GET /v4/account/donations/:donationId/receipt', { donationId: params.donationId })
        : { receipt: null },
      isPaid ? api('GET /v4/account/donations/:donationId/refunds', { donationId: params.donationId }) : null,
      isPaid
        ? api('GET /v4/account/donations/:donationId/comment', { donationId: params.donationId })
        : { comment: null },
      isPaid ? api('GET /v4/account/donations/:donationId/zakat', { donationId: params.donationId }) : null,
      isPaid && exists(api('GET /v4/account/donations/:donationId/qurbani', { donationId: params.donationId })),
      isPaid && donation.status !== 'refunded'
        ? api('GET /v4/account/donations/:donationId/tax-address', { donationId: params.donationId })
        : null,
    ])
    const query = url.searchParams
    return {
      donation: withHijriDay(donation, locale),
      receipt,
      refunded,
      comment,
      marking: marking && withSentence(marking, sentencesOf),
      isQurbani,
      taxLink: tax && taxLinkOf(tax),
      hasTrail: isPaid && hasPayouts,
      isMarked: query.get('zakat') === 'yes',
      isSent: query.get('sent') === 'yes',
      hasAsked: query.get('asked') === 'yes',
      words: wordsDone(query.get('words')),
    }
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') throw data(null, { status: 404 })
    throw error
  }
}

/** Returns the text of the link to the tax address; null if an address has no effect. */
function taxLinkOf({ donations, reliefs, stored }: TaxAddress) {
  if (donations.length === 0) return null
  if (stored) return 'donation.tax-change' as const
  return reliefs.includes('gift-aid') ? ('donation.tax-gift-aid' as const) : ('donation.tax-receipt' as const)
}

/** Returns whether a request succeeds. */
const exists = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      if (isProblem(error) && error.class === 'not-found') return false
      throw error
    },
  )

const wordsDone = (text: string | null) =>
  text === 'saved' || text === 'deleted' ? (text as 'saved' | 'deleted') : null

/**
 * Plain forms that return to this page: send the receipt again, count the donation as zakat, save or delete words of
 * support.
 */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf, viewer } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  const intent = postedText(form, 'intent', 12)
  const donationId = params.donationId
  const words = postedText(form, 'words', 8000)
  const here = `/account/donations/${encodeURIComponent(donationId)}`
  try {
    if (intent === 'zakat') {
      await api('POST /v4/account/donations/:donationId/zakat', { donationId })
      return redirect(`${here}?zakat=yes#zakat`, 303)
    }
    if (intent !== 'words' && intent !== 'words-delete') {
      await api('POST /api/user/resendReceipt', { id: donationId })
      return redirect(`${here}?sent=yes`, 303)
    }
    const { comment } = await api('GET /v4/account/donations/:donationId/comment', { donationId })
    const ids = { campaignId: comment?.campaignId ?? '', commentId: comment?.id ?? '' }
    if (intent === 'words-delete') {
      if (comment) await api('DELETE /v4/campaigns/:campaignId/comments/:commentId', ids)
      return redirect(`${here}?words=deleted#words`, 303)
    }
    if (comment) await api('PATCH /v4/campaigns/:campaignId/comments/:commentId', { ...ids, comment: words })
    else await api('POST /v4/donations/comment', { userId: viewer.id, donationId, comment: words })
    return redirect(`${here}?words=saved#words`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    return data(
      {
        message: refused.message,
        words: intent === 'words' ? { typed: words, wrong: refused.fields.comment ?? refused.message } : null,
      },
      { status: refused.status },
    )
  }
}

/** The charity's name; nothing for a general fund, which has the same name. */
function CharityName({ donation: { organization, campaign } }: Pick<Route.ComponentProps['loaderData'], 'donation'>) {
  const charity = (useLocale() === 'ar' && organization.nameAr) || organization.name
  return charity === campaign.name ? null : (
    <p className="quiet">
      <bdi>{charity}</bdi>
    </p>
  )
}

export default function Donation({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { donation, receipt, refunded, comment, isSent, hasAsked, words, marking, isMarked, taxLink } = loaderData
  const isPaid = wasPaid(donation.status)
  const title = t('donation.title', { name: donation.campaign.name })
  const wrongWords = actionData?.words ? [{ id: 'words-typed', text: actionData.words.wrong }] : []
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
      <p>
        <a href="/account/donations">{t('donation.back')}</a>
      </p>
      <div className="stack">
        <h1 lang={donation.campaign.language} dir="auto">
          {donation.campaign.name}
        </h1>
        <CharityName donation={donation} />
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrongWords} />
      {isSent && !actionData ? (
        <p className="notice" role="status">
          {t('donation.sent')}
        </p>
      ) : null}
      {actionData && !actionData.words ? (
        <p className="notice notice-problem" role="alert">
          {actionData.message}
        </p>
      ) : null}
      <RefundRequestNotice request={refunded?.request ?? null} isNew={hasAsked} />
      {isPaid ? null : (
        <p className="notice">{t(`donation.about-${donation.status as 'processing' | 'unknown' | 'declined'}`)}</p>
      )}
      <DonationAmounts donation={donation} refunds={refunded?.refunds ?? []} />
      <DonationActions donation={donation} receipt={receipt}>
        <DonationLinks {...loaderData} taxText={taxLink ? t(taxLink) : null} />
      </DonationActions>
      <DonationDetails donation={donation} receipt={receipt} />
      {marking ? <MarkAsZakat marking={marking} isMarked={isMarked && !actionData} /> : null}
      {isPaid && donation.status !== 'refunded' ? (
        <OwnWords
          words={comment}
          isAnonymous={donation.isAnonymous}
          done={actionData ? null : words}
          refused={actionData?.words ?? null}
        />
      ) : null}
    </>
  )
}
