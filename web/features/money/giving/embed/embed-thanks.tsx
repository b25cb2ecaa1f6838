import type { ReactNode } from 'react'
import { formatMoney, money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ThanksRecord } from '../pay.ts'
import { type ThankYouDonation, ThanksDetails, ThanksLoading, useThankYou } from '../thanks-parts.tsx'

/** Thanks the donor in place of the embedded form. Guests can't create an account here; links open in a new window. */
export function EmbedThanks({
  slug,
  receipts,
}: {
  readonly slug: string
  readonly receipts: (record: ThanksRecord, email: string | null) => ReactNode
}) {
  const t = useText()
  const { donation, record } = useThankYou((found) => found.campaign.slug === slug)
  if (donation === undefined) return <ThanksLoading />
  const isShown = donation !== null && donation !== 'unread' && donation !== 'pending'
  return (
    <div className="stack-lg">
      <title>{t('thanks.title')}</title>
      <div className="checkout-thanks">
        <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
          {t('thanks.title')}
        </h1>
        <p className="strong">{t('thanks.prayer')}</p>
        {isShown ? <Lead donation={donation} /> : <p>{t('thanks.unread')}</p>}
      </div>
      {isShown ? <ThanksDetails donation={donation} /> : null}
      {isShown && record ? receipts(record, donation.email) : null}
      {parent === self ? (
        <p role="status">{t('embed.close')}</p>
      ) : (
        <p>
          <Button look="quiet" type="button" onClick={() => location.reload()}>
            {t('embed.again')}
          </Button>
        </p>
      )}
    </div>
  )
}

function Lead({ donation }: { readonly donation: ThankYouDonation }) {
  const t = useText()
  const amount = formatMoney(money(BigInt(donation.gift), donation.currency), useLocale(), { fractions: 'always' })
  return (
    <>
      <p>{t('thanks.lead', { amount: `\u2068${amount}\u2069`, campaign: `\u2068${donation.campaign.name}\u2069` })}</p>
      {donation.isZakat ? <p>{t('thanks.zakat')}</p> : null}
    </>
  )
}
