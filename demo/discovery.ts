import { artworkUrl } from '#modules/causes/campaigns/rules/category.ts'
import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { insertList, replaceAdVariants, replaceItems, upsertEvent } from '#modules/causes/discovery/queries/lists.ts'
import type { GivenCampaign } from './donations.ts'

const winter = [
  'warm-shelter-this-winter',
  'winter-coats-before-the-first-snow',
  'community-kitchens-in-gaza',
  'the-night-bakery',
  'the-halal-pantry',
] as const
const ramadan = [
  'community-kitchens-in-gaza',
  'the-night-bakery',
  'a-free-clinic-on-saturdays',
  'clean-water-for-tharparkar',
  'tarmim-masjid-al-qarya',
  'oyoon-tubsir',
] as const

/**
 * Writes the content that the demo's operator curates: a list for winter, the event of next Ramadan, and another
 * picture for one card on the home page.
 */
export async function writeDiscovery(
  tx: Tx,
  { campaigns, now }: { readonly campaigns: readonly GivenCampaign[]; readonly now: Date },
): Promise<void> {
  const idOf = (slug: string): bigint => required(campaigns.find((campaign) => campaign.slug === slug)).id
  await replaceItems(tx, await insertList(tx, 'For the winter', now), winter.map(idOf))
  const title = 'Ramadan 1448'
  const listId = await insertList(tx, title, now)
  await replaceItems(tx, listId, ramadan.map(idOf))
  await upsertEvent(tx, {
    slug: 'ramadan-1448',
    title,
    titleAr: 'رمضان 1448',
    about: 'Bread, water and light for the month: fundraisers that give before, during and after it.',
    aboutAr: 'خبز وماء ونور للشهر الكريم: حملات تعطي قبله وفيه وبعده.',
    startsOn: '2027-02-08',
    endsOn: '2027-03-08',
    listId,
  })
  await replaceAdVariants(tx, {
    campaignId: idOf('driving-lessons-for-newcomers'),
    adSpot: 'home',
    variants: [{ creativeType: 'image', creativeUrl: artworkUrl('driving-lessons-on-the-home-page', 'refugees') }],
  })
}
