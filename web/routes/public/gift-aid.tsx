import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/story.css'
import { GiftAidText } from '#web/features/causes/campaigns/gift-aid-info.tsx'
import { useText } from '#web/lib/text.tsx'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['causes/campaign-dialogs', 'causes/zakat']

/** Explains Gift Aid; also for browsers without JavaScript. */
export default function GiftAid() {
  const t = useText()
  return (
    <div className="page narrow-page stack-lg">
      <title>{t('gift-aid-info.title')}</title>
      <h1>{t('gift-aid-info.title')}</h1>
      <GiftAidText level={2} />
    </div>
  )
}
