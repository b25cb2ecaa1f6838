import { lazy, Suspense } from 'react'
import { countryNames } from '#web/features/causes/campaigns/country-names.ts'
import { type OpenDialogProps, DialogLink } from '#web/features/causes/campaigns/dialog-link.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { CampaignData } from './campaign-data.ts'

const Parents = lazy(() =>
  import('#web/features/organizers/supporter-pages/supporters.tsx').then((part) => ({ default: part.Parents })),
)

/** Icon of a badge that opens an explanation. */
const Mark = () => (
  <svg
    width="14"
    height="14"
    viewBox="0 0 16 16"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
  >
    <circle cx="8" cy="8" r="7" />
    <path d="M8 7.2v4.4M8 4.4v.6" strokeLinecap="round" />
  </svg>
)

/** Title, tagline and badges with explanations. */
export function CampaignHead({ campaign }: Pick<CampaignData, 'campaign'>) {
  const t = useText()
  const locale = useLocale()
  const loadZakat = () =>
    import('#web/features/causes/campaigns/zakat-info.tsx').then(({ ZakatDialog }) => (props: OpenDialogProps) => (
      <ZakatDialog slug={campaign.slug} campaignId={campaign.id} {...props} />
    ))
  const loadGiftAid = () =>
    import('#web/features/causes/campaigns/gift-aid-info.tsx').then(({ GiftAidDialog }) => GiftAidDialog)
  return (
    <div className="stack">
      <h1 lang={campaign.language} dir="auto">
        {campaign.title}
      </h1>
      {campaign.parents.length > 0 ? (
        <Suspense>
          <Parents parents={campaign.parents} />
        </Suspense>
      ) : null}
      {campaign.tagline ? (
        <p className="quiet" lang={campaign.language} dir="auto">
          {campaign.tagline}
        </p>
      ) : null}
      <div className="badges">
        {campaign.zakatVerified ? (
          <DialogLink href="/zakat-policy" className="badge badge-zakat campaign-page-badge" load={loadZakat}>
            {t('card.zakat')} <span className="visually-hidden">({t('sections.about-zakat')})</span> <Mark />
          </DialogLink>
        ) : null}
        {campaign.giftAid ? (
          <DialogLink href="/gift-aid" className="badge badge-brand campaign-page-badge" load={loadGiftAid}>
            {t('campaign.gift-aid')} <span className="visually-hidden">({t('sections.about-gift-aid')})</span> <Mark />
          </DialogLink>
        ) : null}
        {campaign.taxReceiptCountries.length > 0 ? (
          <Badge>{t('campaign.tax', { countries: countryNames(campaign.taxReceiptCountries, locale) })}</Badge>
        ) : null}
      </div>
    </div>
  )
}
