import { useLocale, useText } from '#web/lib/text.tsx'

export type OrganizationCard = {
  readonly id: string
  readonly slug: string
  readonly imageUrl: string
  readonly name: string
  readonly nameAr: string | null
}

/** Charities in a row, each with a link to donate to its general fund (S1 §2.2, content-1). */
export function OrganizationCards({
  cards,
  source,
}: {
  readonly cards: readonly OrganizationCard[]
  readonly source?: string
}) {
  const t = useText()
  const locale = useLocale()
  return (
    <ul className="organization-cards">
      {cards.map((card) => {
        const arabicName = locale === 'ar' ? card.nameAr : null
        const name = arabicName ?? card.name
        return (
          <li key={card.id} className="organization-card card">
            <img src={`${card.imageUrl}&w=480`} alt="" width="240" height="135" loading="lazy" />
            <a
              href={`/v4/checkout/${encodeURIComponent(card.slug)}${source ? `?src=${encodeURIComponent(source)}` : ''}`}
              aria-label={t('featured.give-to', { name })}
            >
              <span dir="auto" lang={arabicName === null ? undefined : 'ar'}>
                {name}
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
