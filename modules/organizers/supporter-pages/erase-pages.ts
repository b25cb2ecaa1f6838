import { findEdited, updateEdited } from '#modules/causes/campaigns/index.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import { anonymizePages } from './queries/pages.ts'

/**
 * Anonymizes the pages of an erased account: the name "A supporter", no story, no picture, and a slug without the
 * title. Totals are kept (supporters-8).
 */
export async function eraseSupporterPages(
  ports: Pick<Ports, 'newToken'>,
  tx: Tx,
  { accountId, at }: { readonly accountId: string; readonly at: Date },
): Promise<void> {
  for (const { campaignId } of await anonymizePages(tx, accountId)) {
    const language = (await findEdited(tx, campaignId))?.language ?? 'en'
    const name = textsOf(
      'organizers/supporter-pages',
      isLocale(language) ? language : 'en',
    )('supporter-pages.erased-name')
    const mark = ports
      .newToken(18)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 12)
      .padEnd(12, '0')
    await updateEdited(tx, campaignId, {
      slug: `supporter-${mark}`,
      name,
      organizer_name: name,
      tagline: '',
      story: '',
      cover_id: null,
      cover_alt: '',
      changed_at: at,
    })
  }
}
