import { useText } from '../../../lib/text.tsx'
import { FeaturedList } from '../../causes/discovery/featured-list.tsx'
import { ProgrammeCards, type ProgrammeOffer } from '../../recurring/agreement/wizard/programme-cards.tsx'

/** Where links of Deeds come from (S1 §2.1). */
const source = 'lg_deeds'

/** The programmes that the donor has not joined; with all of them joined, fundraisers. */
export function NextGiving({
  programmes,
  look,
}: {
  readonly programmes: readonly ProgrammeOffer[]
  readonly look: 'grid' | 'carousel'
}) {
  const t = useText()
  const title = t(programmes.length > 0 ? 'deeds.next-programmes' : 'deeds.next-campaigns')
  return (
    <section className="deeds-next" aria-labelledby="deeds-next">
      <h2 id="deeds-next">{title}</h2>
      {programmes.length > 0 ? (
        <ProgrammeCards offers={programmes} source={source} />
      ) : (
        <FeaturedList
          type="campaign"
          look={look}
          label={title}
          source={source}
          asked={{ docType: 'campaign', limit: 30, offset: 0 }}
        />
      )}
    </section>
  )
}
