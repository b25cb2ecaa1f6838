import type { ReactNode } from 'react'
import { formatMoney, money } from '#shared/money.ts'
import { charityName } from '#modules/causes/campaigns/rules/charity-name.ts'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { CreateAccount } from '../giving/create-account.tsx'
import type { ThanksRecord } from '../giving/pay.ts'
import {
  Confetti,
  ShareDonation,
  type ThankYouDonation,
  ThanksDetails,
  ThanksLoading,
  ThanksMissing,
  useThankYou,
} from '../giving/thanks-parts.tsx'
import { WordsBox } from '../giving/form/words-box.tsx'
import { useActiveBasket } from './basket-client.ts'

type Donation = ThankYouDonation['donations'][number]

/** The donations of a basket payment, grouped by charity. */
export function BasketThanks({
  origin,
  receipts,
  taxAddress,
}: {
  readonly origin: string
  readonly receipts: (record: ThanksRecord, email: string | null) => ReactNode
  /** Renders the request for the donor's home address, which Gift Aid and tax receipts need. */
  readonly taxAddress: (record: ThanksRecord) => ReactNode
}) {
  const t = useText()
  const locale = useLocale()
  const frame = useFrame()
  const filling = useActiveBasket()
  const { donation: paid, record } = useThankYou(() => true)
  if (paid === undefined) return <ThanksLoading />
  if (paid === null || typeof paid === 'string' || !record) return <ThanksMissing isUnread={paid === 'unread'} />
  const show = (minor: number) =>
    `\u2068${formatMoney(money(BigInt(minor), paid.currency), locale, { fractions: 'always' })}\u2069`
  const charities = new Map<string, Donation[]>()
  for (const donation of paid.donations)
    charities.set(charityName(donation.campaign, locale), [
      ...(charities.get(charityName(donation.campaign, locale)) ?? []),
      donation,
    ])
  const campaigns = [...new Map(paid.donations.map(({ campaign }) => [campaign.id, campaign])).values()]
  return (
    <div className="stack-lg">
      <title>{t('thanks.title')}</title>
      <div className="checkout-thanks">
        {paid.donations.some(({ isZakat }) => isZakat) ? null : <Confetti />}
        <h1>{t('thanks.title')}</h1>
        <p className="strong">{t('thanks.prayer')}</p>
        <p>{t('basket-page.thanks-lead', { amount: show(paid.gift), count: paid.donations.length })}</p>
      </div>
      <section className="card card-in stack" aria-labelledby="donations">
        <h2 id="donations">{t('basket-page.donations', { count: paid.donations.length })}</h2>
        {[...charities].map(([organization, donations]) => (
          <div key={organization} className="stack">
            <h3 className="basket-charity">
              <bdi>{organization}</bdi>
            </h3>
            <ul className="basket-thanked">
              {donations.map((donation) => (
                <li key={donation.donationId}>
                  <span>
                    <a href={`/v4/campaign/${encodeURIComponent(donation.campaign.slug)}`} dir="auto">
                      {donation.campaign.name}
                    </a>{' '}
                    <Marks donation={donation} />
                    {donation.order === null ? null : <bdi className="quiet small">{donation.order}</bdi>}
                  </span>
                  <span className="strong">{show(donation.gift)}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
      <ThanksDetails donation={paid} />
      {charities.size > 1 ? (
        <p className="quiet small">{t('basket-page.thanks-receipts', { count: charities.size })}</p>
      ) : null}
      {receipts(record, paid.email)}
      {taxAddress(record)}
      {filling && filling.count > 0 ? (
        <p className="notice">
          {t('basket-page.thanks-left', { count: filling.count })}{' '}
          <a href="/v4/basket">{t('basket-page.see-basket')}</a>
        </p>
      ) : null}
      {paid.canComment ? (
        <section className="stack" aria-labelledby="words">
          <h2 id="words">{t('give.words')}</h2>
          {paid.donations.map((donation, index) => (
            <details
              key={donation.donationId}
              className="card card-in basket-words"
              open={index === 0 && paid.donations.length === 1}
            >
              <summary>
                <bdi>{donation.campaign.name}</bdi>
              </summary>
              <WordsBox
                id={`words-${index + 1}`}
                donation={donation}
                userId={paid.userId}
                displayName=""
                record={record}
              />
            </details>
          ))}
        </section>
      ) : null}
      <section className="stack" aria-labelledby="share">
        <h2 id="share">{t('thanks.share')}</h2>
        {campaigns.map((campaign) => (
          <div key={campaign.id} className="stack" role="group" aria-label={campaign.name}>
            <p className="label" dir="auto">
              {campaign.name}
            </p>
            <ShareDonation slug={campaign.slug} url={`${origin}/campaign/${campaign.slug}`} title={campaign.name} />
          </div>
        ))}
      </section>
      {paid.canBecomeMember && paid.email && !frame?.viewer.isSignedIn ? (
        <CreateAccount intentId={record.intentId} token={record.token} email={paid.email} />
      ) : null}
      <p>
        <a className="button button-quiet button-wide" href="/v4/discover">
          {t('thanks.another')}
        </a>
      </p>
    </div>
  )
}

function Marks({ donation }: { readonly donation: Donation }) {
  const t = useText()
  return (
    <>
      {donation.isZakat ? <Badge look="zakat">{t('basket-page.zakat')}</Badge> : null}{' '}
      {donation.giftAid ? <Badge look="brand">{t('basket-page.gift-aid')}</Badge> : null}
    </>
  )
}
