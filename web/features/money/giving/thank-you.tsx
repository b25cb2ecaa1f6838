import { lazy, type ReactNode, Suspense } from 'react'
import { required } from '#shared/collections.ts'
import { formatMoney, money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { TitleInText } from '#web/ui/small-parts.tsx'
import { CreateAccount } from './create-account.tsx'
import type { ThanksRecord } from './pay.ts'
import {
  Confetti,
  ShareButton,
  ShareDonation,
  type ThankYouDonation,
  ThanksDetails,
  ThanksLoading,
  ThanksMissing,
  useThankYou,
} from './thanks-parts.tsx'
import { WordsBox } from './form/words-box.tsx'

/** Loaded only for bank debits, which few donors use. */
const PendingDebit = lazy(() =>
  import('./bank-debits/pending-debit.tsx').then((module) => ({ default: module.PendingDebit })),
)

type Props = {
  readonly origin: string
  /** The fundraiser's cover; null if it has none. */
  readonly imageUrl: string | null
  /** The page where a monthly plan for the fundraiser starts; null if not offered. */
  readonly monthlyUrl: string | null
}

/** The thank-you page. Shows the donation in this tab's record (payments-14), and nothing without one. */
export function ThankYou({
  slug,
  receipts,
  planMailbox,
  taxAddress,
  ...page
}: Props & {
  readonly slug: string
  readonly receipts: (record: ThanksRecord, email: string | null) => ReactNode
  /** Renders how to manage the plan that started with the donation: by mailed links, or in the account. */
  readonly planMailbox: (record: ThanksRecord & { readonly isGuest: boolean }) => ReactNode
  /** Renders the request for the donor's home address, which Gift Aid and tax receipts need. */
  readonly taxAddress: (record: ThanksRecord) => ReactNode
}) {
  const { donation, record } = useThankYou((found) => found.campaign.slug === slug)
  if (donation === undefined) return <ThanksLoading />
  if (donation === null || donation === 'unread') return <ThanksMissing isUnread={donation === 'unread'} />
  const thanksRecord = required(record)
  if (donation === 'pending')
    return (
      <Suspense fallback={<ThanksLoading />}>
        <PendingDebit record={thanksRecord} slug={slug} origin={page.origin} imageUrl={page.imageUrl} />
      </Suspense>
    )
  return (
    <Thanks
      donation={donation}
      record={thanksRecord}
      {...page}
      receipts={receipts(thanksRecord, donation.email)}
      planMailbox={donation.isRegular ? planMailbox({ ...thanksRecord, isGuest: donation.canBecomeMember }) : null}
      taxAddress={taxAddress(thanksRecord)}
    />
  )
}

function Thanks({
  donation,
  record,
  origin,
  imageUrl,
  monthlyUrl,
  receipts,
  planMailbox,
  taxAddress,
}: Props & {
  readonly donation: ThankYouDonation
  readonly record: ThanksRecord
  readonly receipts: ReactNode
  readonly planMailbox: ReactNode
  readonly taxAddress: ReactNode
}) {
  const t = useText()
  const locale = useLocale()
  const show = (minor: number, fractions: 'auto' | 'always' = 'always') =>
    `\u2068${formatMoney(money(BigInt(minor), donation.currency), locale, { fractions })}\u2069`
  const url = `${origin}/campaign/${donation.campaign.slug}`
  // A basket's other donations may be to other campaigns.
  const ownGift = donation.donations
    .filter(({ campaign }) => campaign.slug === donation.campaign.slug)
    .reduce((total, { gift }) => total + gift, 0)
  const percent = donation.goal ? ((donation.raisedBefore + ownGift) * 100) / donation.goal : 0
  const percentOf = (minor: number) => `\u2066${donation.goal ? Math.floor((minor * 100) / donation.goal) : 0}%\u2069`
  const [from, to] = [percentOf(donation.raisedBefore), percentOf(donation.raisedBefore + ownGift)]
  const order = donation.donations[0]?.order ?? null
  // One suggestion at most; after Qurbani, zakat or a plan it isn't a plan.
  const suggestsMonthly = monthlyUrl !== null && !donation.isZakat && !donation.isRegular && order === null
  return (
    <div className="stack-lg">
      <title>{t('thanks.title')}</title>
      <div className="checkout-thanks">
        {donation.isZakat ? null : <Confetti />}
        <h1>{t('thanks.title')}</h1>
        <p className="strong">{t('thanks.prayer')}</p>
        <p>
          <TitleInText
            text={(campaign) =>
              order === null
                ? t('thanks.lead', { amount: show(donation.gift), campaign })
                : t('thanks.lead-order', { order: `\u2068${order}\u2069`, campaign })
            }
            title={donation.campaign.name}
          />
        </p>
        {donation.isZakat ? <p>{t('thanks.zakat')}</p> : null}
        <ShareButton url={url} title={donation.campaign.name} />
      </div>
      {donation.goal ? (
        <div className="stack">
          <Progress percent={percent} ownPercent={(ownGift * 100) / donation.goal} />
          <p>
            <span className="strong">
              {t('thanks.raised-of', {
                raised: show(donation.raisedBefore + ownGift, 'auto'),
                goal: show(donation.goal, 'auto'),
              })}
            </span>{' '}
            <span className="quiet">
              {from === to ? t('thanks.added', { amount: show(ownGift, 'auto') }) : t('thanks.moved', { from, to })}
            </span>
          </p>
        </div>
      ) : null}
      <ThanksDetails donation={donation} />
      {receipts}
      {planMailbox}
      {taxAddress}
      {imageUrl ? (
        <img className="checkout-thanks-picture" src={`${imageUrl}&w=960`} alt="" width="960" height="540" />
      ) : null}
      {donation.canComment ? (
        <WordsBox
          id="words"
          donation={donation}
          userId={donation.userId}
          displayName={donation.displayName}
          record={record}
        />
      ) : null}
      <section className="stack" aria-labelledby="share">
        <h2 id="share">{t('thanks.share')}</h2>
        <ShareDonation slug={donation.campaign.slug} url={url} title={donation.campaign.name} />
      </section>
      {donation.canBecomeMember && donation.email ? (
        <CreateAccount intentId={record.intentId} token={record.token} email={donation.email} />
      ) : null}
      <p className="quiet">
        {suggestsMonthly ? (
          <>
            {t('thanks.monthly')} <a href={monthlyUrl}>{t('thanks.monthly-link')}</a>
          </>
        ) : (
          <a href="/v4/discover">{t('thanks.another')}</a>
        )}
      </p>
    </div>
  )
}
