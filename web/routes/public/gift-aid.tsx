import '../../styles/causes/campaign.css'
import '../../styles/causes/story.css'
import { GiftAidText } from '../../features/causes/campaigns/gift-aid-info.tsx'
import { useText } from '../../lib/text.tsx'

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
