import type { ReactNode } from 'react'
import { useText } from '#web/lib/text.tsx'
import { FeaturedList } from '#web/features/causes/discovery/featured-list.tsx'

/** The `src` of links in Deeds (S1 §2.1). */
export const deedsSource = 'lg_deeds'

/** The programmes that the donor hasn't joined; null if they joined all, which shows fundraisers. */
export function NextGiving({
  programmes,
  look,
}: {
  readonly programmes: ReactNode
  readonly look: 'grid' | 'carousel'
}) {
  const t = useText()
  const title = t(programmes ? 'deeds.next-programmes' : 'deeds.next-campaigns')
  return (
    <section className="deeds-next" aria-labelledby="deeds-next">
      <h2 id="deeds-next">{title}</h2>
      {programmes ?? (
        <FeaturedList
          type="campaign"
          look={look}
          label={title}
          source={deedsSource}
          query={{ docType: 'campaign', limit: 30, offset: 0 }}
        />
      )}
    </section>
  )
}
