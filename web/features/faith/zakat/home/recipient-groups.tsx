import { type ZakatCategory, type ZakatSchool, zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CampaignCard, type Card } from '#web/features/causes/campaigns/campaign-card.tsx'

type Props = {
  readonly groups: readonly {
    readonly category: ZakatCategory
    readonly campaigns: readonly Card[]
    readonly hasMore: boolean
  }[]
  /** Shows only fundraisers whose ruling this school accepts; null for all. */
  readonly school: ZakatSchool | null
}

const searchOf = (category: ZakatCategory, school: ZakatSchool | null): string =>
  `/v4/discover?${new URLSearchParams({ zakat: '1', recipients: category, ...(school ? { school } : {}) })}`

/** Verified fundraisers by recipient category, for all rulings or those that one school accepts. */
export function RecipientGroups({ groups, school }: Props) {
  const t = useText()
  return (
    <section className="section stack-lg" aria-labelledby="fundraisers">
      <div className="stack">
        <h2 id="fundraisers">{t('zakat-home.fundraisers')}</h2>
        <p className="quiet zakat-prose">{t('zakat-home.fundraisers-lead')}</p>
        <nav aria-label={t('zakat-home.school')}>
          <ul className="zakat-home-schools">
            {[null, ...zakatSchools].map((option) => (
              <li key={option ?? 'any'}>
                <a
                  className="chip"
                  href={option ? `/v4/zakat?school=${option}#fundraisers` : '/v4/zakat#fundraisers'}
                  aria-current={option === school ? 'true' : undefined}
                >
                  {option ? t(`zakat.school-${option}`) : t('zakat-home.any-school')}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {groups.length === 0 ? <EmptyState title={t('zakat-home.none')} /> : null}
      {groups.map(({ category, campaigns, hasMore }) => (
        <section key={category} className="stack" aria-labelledby={`recipients-${category}`}>
          <div className="section-head">
            <h3 id={`recipients-${category}`}>{t(`zakat.${category}`)}</h3>
            {hasMore ? (
              <a href={searchOf(category, school)}>
                {t('zakat-home.all')}
                <span className="visually-hidden"> {t(`zakat.${category}`)}</span>
              </a>
            ) : null}
          </div>
          <div className="campaign-card-grid zakat-home-cards">
            {campaigns.map((card) => (
              <CampaignCard
                key={card.id}
                card={card}
                source="zakat-home"
                action={
                  <a
                    className="button button-quiet button-wide"
                    href={`/v4/checkout/${encodeURIComponent(card.slug)}?src=zakat-home`}
                  >
                    {t('campaign.donate')}
                    <span className="visually-hidden">: {card.name}</span>
                  </a>
                }
              />
            ))}
          </div>
        </section>
      ))}
    </section>
  )
}
