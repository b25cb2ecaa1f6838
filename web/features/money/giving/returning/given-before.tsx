import { useEffect, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatMoney, money } from '#shared/money.ts'
import { api } from '#web/lib/api.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { readThanksRecord } from '../pay.ts'

type Donation = OutputOf<ProductContract, 'GET /v4/thank-yous/:intentId'>

/** What was given on this page, with its thank-you page and a way to donate again. */
export function GivenBefore({
  intentId,
  thanksUrl,
  onAgain,
}: {
  readonly intentId: string
  readonly thanksUrl: string
  readonly onAgain: () => void
}) {
  const t = useText()
  const locale = useLocale()
  const [donation, setDonation] = useState<Donation>()
  useEffect(() => {
    const record = readThanksRecord()
    if (record?.intentId !== intentId || record.isPending) return
    api('GET /v4/thank-yous/:intentId', { intentId, token: record.token }).then(setDonation, (error: unknown) =>
      console.warn('the donation could not be read', error),
    )
  }, [intentId])
  const amount =
    donation && formatMoney(money(BigInt(donation.total), donation.currency), locale, { fractions: 'always' })
  const title = amount ? t('give.given', { amount: `\u2068${amount}\u2069` }) : t('give.given-before')
  return (
    <div className="page empty">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      {donation ? (
        <p className="strong">
          <bdi>{donation.donations.map(({ campaign }) => campaign.name).join(' · ')}</bdi>
        </p>
      ) : null}
      <p>
        <a className="button button-primary" href={thanksUrl}>
          {t('give.given-thanks')}
        </a>
      </p>
      <p>
        <Button type="button" look="quiet" onClick={onAgain}>
          {t('give.returned-again')}
        </Button>
      </p>
    </div>
  )
}
