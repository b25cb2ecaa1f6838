import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/story.css'
import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { ownZakatPolicy, zakatCategories } from '#modules/causes/campaigns/rules/zakat.ts'
import { ZakatCategories, ZakatText } from '#web/features/causes/campaigns/zakat-info.tsx'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/zakat-policy'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['causes/campaign-dialogs', 'causes/zakat']

/** The operator's own policy replaces this page, wherever it is linked. */
export function loader({ context }: Route.LoaderArgs) {
  const { zakatPolicyUrl } = context.get(renderContext)
  if (zakatPolicyUrl !== ownZakatPolicy) throw redirect(zakatPolicyUrl)
  return null
}

/** Explains how the platform treats zakat (S1 §2.2); also for browsers without JavaScript. */
export default function ZakatPolicy() {
  const t = useText()
  return (
    <div className="page narrow-page stack-lg story-info">
      <title>{t('zakat-info.page-title')}</title>
      <h1>{t('zakat-info.page-title')}</h1>
      <ZakatText level={2} />
      <section className="stack">
        <h2>{t('zakat-info.eight')}</h2>
        <ZakatCategories categories={zakatCategories} />
      </section>
    </div>
  )
}
